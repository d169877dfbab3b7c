/** The version is printed before anything is loaded, because scripts request it often. */
declare const GANTRY_VERSION: string | undefined;
const version = typeof GANTRY_VERSION === 'string' ? GANTRY_VERSION : '0.1.0';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  // The disk is full, for example. Code that waits for the rest to be written would wait forever.
  void import('./context/output-failed.ts')
    .then(({ exitOnOutputError }) => exitOnOutputError(error, version))
    .catch(() => process.exit(1));
});

// The reader of stderr may close it first, as with `2>&1 | head`; stdout must still be written to its end.
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
});

const [first, ...rest] = process.argv.slice(2);
if (rest.length === 0 && ['--version', '-V', 'version'].includes(first ?? '')) {
  process.stdout.write(`${version}\n`);
} else {
  const { run } = await import('./run.ts');
  process.exitCode = await run(process.argv.slice(2), version);
}
