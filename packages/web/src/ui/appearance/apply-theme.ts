/** Arco reads its theme off the body: the attribute `arco-theme` is `dark`, or absent. */
export function applyTheme(theme: 'light' | 'dark'): void {
  if (theme === 'dark') document.body.setAttribute('arco-theme', 'dark');
  else document.body.removeAttribute('arco-theme');
}

/** Turns the colours of the whole page over. On the root element, where a filter does not move fixed elements. */
export function applyColorWeak(on: boolean): void {
  document.documentElement.style.filter = on ? 'invert(80%)' : '';
}
