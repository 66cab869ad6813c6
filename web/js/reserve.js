// Runs before the first paint: reserves the place of what this device remembers, so that nothing moves when it appears.
try {
  for (const name of ['continues', 'back'])
    if (localStorage.getItem(name))
      document.documentElement.dataset[name] = localStorage.getItem(name) ?? '';
  const today = Math.floor(Date.now() / 86_400_000 - new Date().getTimezoneOffset() / 1_440);
  const practises = localStorage.getItem('practises');
  if (practises && Number(practises) <= today) document.documentElement.dataset.practises = '';
} catch {
  // Without storage there is nothing to reserve.
}
