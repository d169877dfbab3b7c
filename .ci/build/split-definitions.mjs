import path from 'node:path';
import { build } from 'esbuild';

/** @typedef {{readonly name: string, readonly path: string}} Defined */

/** The prefix of module ids that contain one definition. */
export const partPrefix = 'definition/';

/**
 * Runs a module of a client together with the core that it imports, and returns its exports.
 * @param {string} file
 * @returns {Promise<Readonly<Record<string, unknown>>>}
 */
async function run(file) {
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

/**
 * @param {unknown} value
 * @returns {value is Readonly<Record<string, () => Promise<Defined>>>}
 */
const isLoaders = (value) =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'function');

/**
 * Puts each definition into a module of its own, and replaces modules that compute data from all definitions (names, outlines,
 * skeletons) by the computed data. Definitions are data, so JSON preserves them. Each client that is built has its own instance.
 */
export class DefinitionSplitter {
  /** @type {Map<string, Defined>} */
  #parts = new Map();

  /** The definitions that modules refer to, by the id of their module. @returns {ReadonlyMap<string, Defined>} */
  get parts() {
    return this.#parts;
  }

  /**
   * The source of the module with one definition.
   * @param {string} id
   * @returns {string | undefined}
   */
  sourceOfPart(id) {
    const found = this.#parts.get(id);
    return found && `export const definition = ${JSON.stringify(found)};`;
  }

  /**
   * The source that replaces a module: its exports with their computed values. An export named `<kind>Loaders` loads modules with
   * one definition each.
   * @param {string} file
   * @param {(id: string) => string} specifier how the client imports such a module
   */
  async sourceOf(file, specifier = (id) => id) {
    const lines = [];
    for (const [name, value] of Object.entries(await run(file)))
      lines.push(`export const ${name} = ${await this.#write(name.replace(/Loaders$/, ''), value, specifier)};`);
    return lines.join('\n');
  }

  /**
   * @param {string} kind
   * @param {unknown} value
   * @param {(id: string) => string} specifier
   */
  async #write(kind, value, specifier) {
    if (!isLoaders(value)) return JSON.stringify(value);
    const entries = [];
    for (const [name, load] of Object.entries(value)) {
      const id = `${partPrefix}${kind}-${name}`;
      this.#parts.set(id, await load());
      const wanted = JSON.stringify(specifier(id));
      entries.push(`${JSON.stringify(name)}: async () => (await import(${wanted})).definition`);
    }
    return `{${entries.join(',\n')}}`;
  }
}

/**
 * Whether a file of a client's catalog contains data that the build computes from the definitions.
 * @param {string} folder
 * @param {readonly string[]} names
 * @param {string} file
 */
export function isComputedFile(folder, names, file) {
  return path.dirname(file) === folder && names.includes(path.basename(file, '.ts'));
}
