import type { Plugin, Rolldown } from 'vite';
import type { Definitions } from './definitions-apart.ts';

/** What a page needs beyond the entry, by when it is known to be needed; each is the end of a module's path. */
const aheadOf = {
  'zh-CN': ['/web/src/app/i18n/chinese.ts'],
  'en-US': ['/web/src/app/i18n/english.ts'],
  desk: ['/web/src/app/desk.tsx', '/web/src/app/router/destination.ts'],
  'desk zh-CN': ['/i18n/zh-CN/console.ts', '/es/locale/zh-CN.js'],
  'desk en-US': ['/i18n/en-US/console.ts', '/es/locale/en-US.js'],
  '/workplace': ['/web/src/modules/workplace/workplace.tsx'],
  '*': ['/web/src/app/screens/resource/resource-screen.tsx', '/web/src/resource/list/list-page.tsx'],
  '* zh-CN': ['/i18n/zh-CN/resource.ts'],
  '* en-US': ['/i18n/en-US/resource.ts'],
} as const;

type Chunk = Rolldown.OutputChunk;

/** The chunks of a build, and what comes with each: what it imports, and its styles. */
class Files {
  private readonly chunks: ReadonlyMap<string, Chunk>;
  private readonly known = new Set<string>();

  constructor(bundle: Rolldown.OutputBundle) {
    const parts = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [part] : []));
    this.chunks = new Map(parts.map((part) => [part.fileName, part]));
    for (const part of parts) if (part.isEntry) this.withImports(part.fileName, this.known);
  }

  /** The files that hold modules of these ends, and all that these import, without what is known already. */
  of(ends: readonly string[]): string[] {
    const wanted = [...this.chunks.values()].filter(({ moduleIds }) =>
      ends.some((end) => moduleIds.some((id) => id.endsWith(end))),
    );
    const all = wanted.reduce((seen, { fileName }) => this.withImports(fileName, seen), new Set<string>());
    return [...all].filter((file) => !this.known.has(file)).map((file) => file.replace(/^assets\//, ''));
  }

  /** What every page needs is named once. */
  learn(files: readonly string[]): void {
    for (const file of files) this.known.add(`assets/${file}`);
  }

  private withImports(name: string, seen: Set<string>): Set<string> {
    const chunk = this.chunks.get(name);
    if (!chunk || seen.has(name)) return seen;
    seen.add(name);
    for (const next of chunk.imports) this.withImports(next, seen);
    for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style);
    return seen;
  }
}

/** Where the page keeps a place for what its first script is told. */
const untold = 'content="{}"';

function linkTo(file: string) {
  return { rel: file.endsWith('.css') ? 'stylesheet' : 'modulepreload', crossorigin: true, href: `/assets/${file}` };
}

/**
 * Has what draws fetched with the page. Tells the page's first script, in a meta element, which files it may fetch before anything has asked for them: by the
 * moment at which they are needed, and under `pages` by the address whose first tab needs them.
 */
export function fetchAhead({ pages }: Definitions): Plugin {
  return {
    name: 'fetch-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = new Files(bundle);
        const drawing = files.of(['/web/src/app/start.tsx']);
        files.learn(drawing);
        const moments = Object.entries(aheadOf).map(([when, ends]) => {
          const own = files.of(ends);
          if (own.length === 0) this.error(`no chunk holds ${ends.join(' or ')}`);
          if (when === 'desk' || when === '*') files.learn(own);
          return [when, own] as const;
        });
        const own = [...pages()].map(([path, ends]) => [path, files.of(ends)] as const);
        const reported = JSON.stringify({ ...Object.fromEntries(moments), pages: Object.fromEntries(own) });
        if (!html.includes(untold)) this.error(`the page has no ${untold}`);
        return {
          html: html.replace(untold, () => `content="${reported.replaceAll('"', '&quot;')}"`),
          tags: drawing.map((file) => ({ tag: 'link', attrs: linkTo(file), injectTo: 'head' as const })),
        };
      },
    },
  };
}
