import semver from 'semver';

/** The oldest release of each Node line that the product runs on, and on which it is developed. */
const oldest = { production: ['20.19.0', '22.0.0', '24.0.0'], development: ['20.19.0', '22.13.0', '24.0.0'] };

/**
 * Every package of the lockfile accepts the Node versions that the project supports, so that no installation warns of an engine.
 * npm skips an optional package that does not, without a warning.
 * @param {import('./tree.mjs').Tree} tree
 * @returns {import('./tree.mjs').Verdict}
 */
export function engines(tree) {
  const file = 'package-lock.json';
  const text = tree.read(file);
  /** @type {[string, {version?: string, dev?: boolean, optional?: boolean, engines?: {node?: string}}][]} */
  const entries = Object.entries(JSON.parse(text).packages ?? {});
  const lines = text.split('\n');
  const findings = entries
    .filter(([, entry]) => !entry.optional)
    .flatMap(([place, { version, dev, engines: { node = '*' } = {} }]) =>
      (dev ? oldest.development : oldest.production)
        .filter((supported) => !semver.satisfies(supported, node))
        .map((supported) => ({
          file,
          line: Math.max(1, lines.findIndex((line) => line.includes(`"${place}": {`)) + 1),
          message: `${place} ${version} asks for Node ${node}, which excludes ${supported}`,
        })),
    );
  return { findings, note: `Node ${oldest.production.join(', ')}` };
}
