const binary = /\.(png|jpg|jpeg|gif|ico|webp|woff2?|ttf|wasm|gz|zip|db)$/;

/** Patterns of texts that belong to the machine on which the project was written. */
const traces = [
  { what: 'a path of one machine', pattern: /(?<![\w.~-])\/(home|Users|root|work|tmp)\/[\w.-]+/ },
  { what: 'a path of one machine', pattern: /\b[A-Z]:\\Users\\/ },
  { what: 'the address of a package registry', pattern: /registry\.(npmjs|yarnpkg)\.|npmmirror|artifactory/i },
  { what: 'the address of a package registry', pattern: /"resolved": "(https?|git)/ },
];

/**
 * Checks that no committed file names a local folder or the host of a registry.
 * @param {import('./tree.mjs').Tree} tree
 * @returns {import('./tree.mjs').Verdict}
 */
export function noTraces(tree) {
  const findings = tree.files
    .filter((file) => !binary.test(file) && !file.startsWith('.ci/checks/'))
    .flatMap((file) =>
      tree
        .read(file)
        .split('\n')
        .flatMap((text, at) =>
          traces.filter(({ pattern }) => pattern.test(text)).map(({ what }) => ({ file, line: at + 1, message: what })),
        ),
    );
  return { findings };
}
