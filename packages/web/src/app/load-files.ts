/** Style sheets that are loaded or loading, by URL. */
const styles = new Map<string, Promise<void>>();

function hasLink(selector: string, href: string): boolean {
  return [...document.querySelectorAll<HTMLLinkElement>(selector)].some((link) => link.href === href);
}

function createLink(rel: string, href: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = rel;
  link.crossOrigin = '';
  link.href = href;
  return link;
}

/** Applies a style sheet. One that failed is removed from the page, so that the next call loads it again. */
function loadStyle(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = createLink('stylesheet', href);
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      styles.delete(href);
      reject(new Error(`error loading ${href}`));
    });
    document.head.append(link);
  });
}

function fetchFile(href: string): Promise<void> | undefined {
  if (!href.endsWith('.css')) {
    if (!hasLink('link', href)) document.head.append(createLink('modulepreload', href));
    return undefined;
  }
  if (!styles.has(href) && !hasLink('link[rel=stylesheet]', href)) styles.set(href, loadStyle(href));
  return styles.get(href);
}

/**
 * Runs the code of a part and loads its imports in parallel; its styles are applied first. `files` are relative to the script at
 * `importer`. Rejects when a file cannot be loaded; the next call loads it again.
 */
export async function loadFiles<T>(run: () => Promise<T>, files: readonly string[] = [], importer = ''): Promise<T> {
  await Promise.all(files.map((file) => fetchFile(new URL(file, importer).href)));
  return run();
}
