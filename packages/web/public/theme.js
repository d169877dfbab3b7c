// Runs before anything else of the page: it never flashes in the wrong theme or the wrong language, and what it is known to
// need is on its way before anything has asked for it.
(() => {
  // The folder of this script is where the console is served from.
  const base = new URL('.', document.currentScript.src).pathname;
  const stored = (name) => localStorage.getItem(base === '/' ? name : `${base.slice(0, -1)}:${name}`);
  const ahead = (language, signedIn) => {
    const meta = document.querySelector('meta[name=fetch-ahead]');
    const files = JSON.parse(meta?.content ?? '{}');
    const path = `/${location.pathname.slice(base.length)}`;
    const defined = files.pages?.[path];
    const page = defined ? '*' : path;
    const first = signedIn ? [language, 'desk', `desk ${language}`] : [language];
    const then = signedIn ? [page, `${page} ${language}`] : [];
    const of = (moments) => moments.flatMap((moment) => files[moment] ?? []);
    const soon = new Set(of(first));
    for (const file of new Set([...soon, ...of(then), ...((signedIn && defined) || [])])) {
      const link = document.createElement('link');
      // The first call of the console goes before what only its page needs.
      if (!soon.has(file)) link.fetchPriority = 'low';
      link.crossOrigin = '';
      link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
      if (file.endsWith('.css')) link.as = 'style';
      link.href = `${base}assets/${file}`;
      document.head.append(link);
    }
  };
  // The body that wears the theme is still to come.
  const darken = () => {
    const watcher = new MutationObserver(() => {
      if (!document.body) return;
      document.body.setAttribute('arco-theme', 'dark');
      watcher.disconnect();
    });
    watcher.observe(document.documentElement, { childList: true });
  };
  try {
    if (stored('theme') === 'dark') darken();
    const locale = stored('locale');
    const language = !locale || /^zh/i.test(locale) ? 'zh-CN' : 'en-US';
    if (locale) document.documentElement.lang = language;
    ahead(language, stored('token') !== null && location.pathname !== `${base}login`);
  } catch (_) {
    // A browser that refuses storage gets the light theme and Chinese.
  }
})();
