import path from 'node:path';
import { build } from 'esbuild';

/** @typedef {{readonly name: string, readonly path: string}} Defined */

/** What an id begins with that names the file of one definition. */
export const partPrefix = 'definition/';

/**
 * Runs a module of a face, with the core that it imports, as it would run there.
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
 * Puts each definition into a file of its own, and what is made of all of them (names, outlines, sketches) in place of what
 * works it out. Definitions are data, so nothing is lost by writing them as JSON. One for every face that is built so.
 */
export class DefinitionsApart {
  /** @type {Map<string, Defined>} */
  #parts = new Map();

  /** Definitions that modules asked for, by the id of their part. @returns {ReadonlyMap<string, Defined>} */
  get parts() {
    return this.#parts;
  }

  /**
   * The source of the module that holds one definition.
   * @param {string} id
   * @returns {string | undefined}
   */
  sourceOfPart(id) {
    const found = this.#parts.get(id);
    return found && `export const definition = ${JSON.stringify(found)};`;
  }

  /**
   * What stands in place of a module: its exports as what they come to. An export of loaders, `<kind>Loaders`, loads parts.
   * @param {string} file
   * @param {(id: string) => string} specifier how the face asks for a part
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
 * Whether a file of a face's catalogue is data made from the definitions, which the build works out.
 * @param {string} folder
 * @param {readonly string[]} names
 * @param {string} file
 */
export function isWorkedOut(folder, names, file) {
  return path.dirname(file) === folder && names.includes(path.basename(file, '.ts'));
}
