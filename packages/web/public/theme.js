// Runs before the first paint: the page never flashes in the wrong theme or the wrong language.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'dark') document.body.setAttribute('arco-theme', 'dark');
    const locale = localStorage.getItem('locale');
    if (locale) document.documentElement.lang = /^zh/i.test(locale) ? 'zh-CN' : 'en-US';
  } catch (_) {
    // A browser that refuses storage gets the light theme and Chinese.
  }
})();
