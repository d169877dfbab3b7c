import path from 'node:path';
import type { Plugin } from 'vite';
import { DefinitionSplitter, isComputedFile, partPrefix } from '../../../.ci/build/split-definitions.mjs';

/** Modules whose exports are computed from the definitions: the build runs them and ships the results. */
const evaluated = ['outline', 'sketches', 'setting-places', 'definitions'];
/** Modules that import all definitions. No page may contain them. */
const full = /\/core\/src\/(catalog\/index|modules\/(resources|settings))\.ts$/;
const virtual = `\0${partPrefix}`;

/** Facts about the definitions, available once the build has loaded them. */
export interface Definitions {
  /** For each route, the path suffixes of the modules that its first tab needs: the definition and its own component. */
  pages(): ReadonlyMap<string, readonly string[]>;
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Puts each definition into its own chunk, and ships outline and skeletons of all definitions as data. */
export function splitDefinitions(): Plugin<Definitions> & { readonly api: Definitions } {
  const splitter = new DefinitionSplitter();
  let folder = '';
  const getPages = () => {
    const found = new Map<string, string[]>();
    for (const [id, { name, path: route }] of splitter.parts)
      if (!found.has(route)) found.set(route, [`\0${id}`, `/${kebab(name)}.tsx`]);
    return found;
  };
  return {
    name: 'split-definitions',
    apply: 'build',
    enforce: 'pre',
    api: { pages: getPages },
    configResolved({ root }) {
      folder = path.join(root, 'src/app/catalog');
    },
    resolveId: (id) => (id.startsWith(virtual) ? id : undefined),
    async load(id) {
      if (id.startsWith(virtual)) return splitter.sourceOfPart(id.slice(1));
      return isComputedFile(folder, evaluated, id) ? splitter.sourceOf(id, (part) => `\0${part}`) : undefined;
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        const modules = chunk.type === 'chunk' ? Object.entries(chunk.modules) : [];
        if (modules.some(([id, { renderedLength }]) => full.test(id) && renderedLength > 0))
          this.error(`${chunk.fileName} contains every definition: load single ones by src/app/catalog`);
      }
    },
  };
}
