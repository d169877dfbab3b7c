import semver from 'semver';

/** The oldest supported release of each Node.js line, for running and for developing the product. */
const oldest = { production: ['20.19.0', '22.0.0', '24.0.0'], development: ['20.19.0', '22.13.0', '24.0.0'] };

/**
 * Checks that every package in the lockfile accepts the supported Node.js versions, so that no installation warns. npm silently
 * skips an optional package that does not.
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
