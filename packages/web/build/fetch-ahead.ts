import type { Plugin, Rolldown } from 'vite';
import type { Definitions } from './split-definitions.ts';

/** Modules that a page needs besides the entry, as path suffixes, by the condition under which they are preloaded. */
const preloads = {
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

/** The chunks of a build with their imports and styles. */
class ChunkFiles {
  private readonly chunks: ReadonlyMap<string, Chunk>;
  private readonly known = new Set<string>();

  constructor(bundle: Rolldown.OutputBundle) {
    const parts = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [part] : []));
    this.chunks = new Map(parts.map((part) => [part.fileName, part]));
    for (const part of parts) if (part.isEntry) this.withImports(part.fileName, this.known);
  }

  /** Returns the files that contain modules with these path suffixes and their imports, except known files. */
  find(ends: readonly string[]): string[] {
    const wanted = [...this.chunks.values()].filter(({ moduleIds }) =>
      ends.some((end) => moduleIds.some((id) => id.endsWith(end))),
    );
    const all = wanted.reduce((seen, { fileName }) => this.withImports(fileName, seen), new Set<string>());
    return [...all].filter((file) => !this.known.has(file)).map((file) => file.replace(/^assets\//, ''));
  }

  /** Marks files as known, so that later calls of `find` leave them out. */
  addKnown(files: readonly string[]): void {
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

/** The placeholder in the page that receives the list of files. */
const placeholder = 'content="{}"';

function linkTo(file: string) {
  return { rel: file.endsWith('.css') ? 'stylesheet' : 'modulepreload', crossorigin: true, href: `/assets/${file}` };
}

/**
 * Preloads the code that draws the page, and lists in a meta element the files that the first script may preload:
 * by condition (language, signed in, route), and under `pages` by the route whose first tab needs them.
 */
export function fetchAhead({ pages }: Definitions): Plugin {
  return {
    name: 'fetch-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = new ChunkFiles(bundle);
        const drawing = files.find(['/web/src/app/start.tsx']);
        files.addKnown(drawing);
        const moments = Object.entries(preloads).map(([when, ends]) => {
          const own = files.find(ends);
          if (own.length === 0) this.error(`no chunk contains ${ends.join(' or ')}`);
          if (when === 'desk' || when === '*') files.addKnown(own);
          return [when, own] as const;
        });
        const own = [...pages()].map(([path, ends]) => [path, files.find(ends)] as const);
        const listed = JSON.stringify({ ...Object.fromEntries(moments), pages: Object.fromEntries(own) });
        if (!html.includes(placeholder)) this.error(`the page has no ${placeholder}`);
        return {
          html: html.replace(placeholder, () => `content="${listed.replaceAll('"', '&quot;')}"`),
          tags: drawing.map((file) => ({ tag: 'link', attrs: linkTo(file), injectTo: 'head' as const })),
        };
      },
    },
  };
}
