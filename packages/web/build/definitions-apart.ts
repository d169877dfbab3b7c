import path from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

type Loaders = Readonly<Record<string, () => Promise<unknown>>>;
type Exports = Readonly<Record<string, unknown>>;

/** Modules whose exports are data made from the definitions: the build runs them, and ships what they came to. */
const evaluated = ['outline', 'sketches', 'definitions'];
/** What makes the whole catalogue; no page may hold it. */
const whole = /\/core\/src\/(catalogue|resources|settings)\/index\.ts$/;
const part = '\0definition/';

/** Runs a module of the console, with the core that it imports, as it would run in the page. */
async function run(file: string): Promise<Exports> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    logLevel: 'silent',
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}

const isLoaders = (value: unknown): value is Loaders =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'function');

interface Defined {
  readonly name: string;
  readonly path: string;
}

/** What was found out about the definitions, once the build has loaded them. */
export interface Definitions {
  /** For each route, the ends of the modules that its first tab needs: a definition, and what is drawn by hand on it. */
  pages(): ReadonlyMap<string, readonly string[]>;
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Puts each definition into a file of its own, and their outline and sketches in place of what works them out. Definitions are
 * data, so nothing is lost by writing them as JSON.
 */
export function definitionsApart(): Plugin<Definitions> & { readonly api: Definitions } {
  const parts = new Map<string, string>();
  const pages = new Map<string, string[]>();
  let folder = '';
  /** The value as source; what would be loaded is written apart, under ids that begin with the kind. */
  const write = async (kind: string, value: unknown): Promise<string> => {
    if (!isLoaders(value)) return JSON.stringify(value);
    const entries: string[] = [];
    for (const [name, load] of Object.entries(value)) {
      const id = `${part}${kind}-${name}`;
      const definition = (await load()) as Defined;
      parts.set(id, JSON.stringify(definition));
      if (!pages.has(definition.path)) pages.set(definition.path, [id, `/${kebab(name)}.tsx`]);
      entries.push(`${JSON.stringify(name)}: async () => (await import(${JSON.stringify(id)})).definition`);
    }
    return `{${entries.join(',\n')}}`;
  };
  return {
    name: 'definitions-apart',
    apply: 'build',
    enforce: 'pre',
    api: { pages: () => pages },
    configResolved({ root }) {
      folder = path.join(root, 'src/catalogue');
    },
    resolveId: (id) => (id.startsWith(part) ? id : undefined),
    async load(id) {
      const found = parts.get(id);
      if (found !== undefined) return `export const definition = ${found};`;
      if (path.dirname(id) !== folder || !evaluated.includes(path.basename(id, '.ts'))) return undefined;
      const lines: string[] = [];
      for (const [name, value] of Object.entries(await run(id)))
        lines.push(`export const ${name} = ${await write(name.replace(/Loaders$/, ''), value)};`);
      return lines.join('\n');
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        const held = chunk.type === 'chunk' ? Object.entries(chunk.modules) : [];
        if (held.some(([id, { renderedLength }]) => whole.test(id) && renderedLength > 0))
          this.error(`${chunk.fileName} holds every definition: ask src/catalogue for what it needs`);
      }
    },
  };
}
