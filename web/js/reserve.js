// Before anything is seen: keeps the place of what this device remembers, so that nothing moves when it has come.
try {
  for (const name of ['continues', 'back'])
    if (localStorage.getItem(name))
      document.documentElement.dataset[name] = localStorage.getItem(name) ?? '';
} catch {
  // Where nothing is kept there is nothing to come.
}
