//! Private files and folders, accessible to their owner only, on systems with such permissions.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a file for reading and writing, creating it if missing.
pub fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    close(path);
    Ok(file)
}

/// Restricts an existing file to its owner.
pub fn close(path: &Path) {
    if let Err(error) = restrict(path)
        && error.kind() != io::ErrorKind::NotFound
    {
        tracing::warn!(path = %path.display(), %error, "others may be able to read this file");
    }
}

/// Creates a folder. An existing one is restricted too if it is empty or contains this file of ours.
pub fn folder(path: &Path, ours: &str) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)?;
    if path.join(ours).exists() || fs::read_dir(path)?.next().is_none() {
        close(path);
    }
    Ok(())
}

#[cfg(unix)]
fn restrict(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    const OTHERS: u32 = 0o077;
    /// The sticky bit of shared folders such as /tmp.
    const STICKY: u32 = 0o1000;
    let mode = fs::metadata(path)?.permissions().mode();
    if mode & OTHERS == 0 || mode & STICKY != 0 {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode & !OTHERS))
}

#[cfg(not(unix))]
fn restrict(_: &Path) -> io::Result<()> {
    Ok(())
}
