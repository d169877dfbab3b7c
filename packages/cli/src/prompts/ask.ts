import process from 'node:process';
import { Writable } from 'node:stream';
import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';

/** Asks for one line on stderr; a hidden answer is not echoed. Rejects immediately without a terminal. */
export async function prompt(context: Context, question: string, options: { hidden?: boolean } = {}): Promise<string> {
  if (!context.isTty) throw new CliError(context.t('cli.noTty'), exitCodes.usage);
  const { createInterface } = await import('node:readline');
  return new Promise((resolve, reject) => {
    let muted = false;
    const sink = new Writable({
      write(chunk, _encoding, done) {
        if (!muted) process.stderr.write(chunk);
        done();
      },
    });
    const lines = createInterface({ input: process.stdin, output: sink, terminal: true });
    lines.once('SIGINT', () => {
      lines.close();
      reject(new CliError(context.t('cli.cancelled'), exitCodes.interrupted));
    });
    // The line editor prints the question, because it clears its line when it starts.
    lines.question(question, (answer) => {
      lines.close();
      if (options.hidden) process.stderr.write('\n');
      resolve(answer);
    });
    muted = options.hidden === true;
  });
}

/** Reads all of standard input. */
async function readStdinBytes(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Reads all of standard input as text, without a byte order mark and the last line break. */
export async function readStdin(): Promise<string> {
  return String(await readStdinBytes()).replace(/^\ufeff|\r?\n$/g, '');
}

/** The question, or a function that builds it only when it is shown. */
type Question = string | (() => Promise<string>);

/**
 * Confirms a dangerous action: with `--yes`, or by a question on a terminal; a script without `--yes` is rejected. For a
 * production server, a banner is shown and the answer must be the name of its profile.
 */
export async function confirm(context: Context, wanted: Question): Promise<void> {
  const { t, locale } = context;
  const server = await context.server();
  const name = (await context.profiles()).productionAt(server);
  if (name !== null) context.note(t('cli.productionBanner', { name, server }));
  if (context.options().yes) return;
  const question = typeof wanted === 'string' ? wanted : await wanted();
  if (!context.isTty) throw new CliError(question, exitCodes.usage, { hint: t('cli.needYes') });
  const how = name === null ? t('cli.typeYes') : t('cli.typeName', { name });
  const answer = (await prompt(context, `${question}${locale === 'zh-CN' ? '' : ' '}${how}`)).trim();
  const isYes = name === null ? /^(y|yes|是)$/i.test(answer) : answer === name;
  if (!isYes) throw new CliError(t('cli.cancelled'), exitCodes.usage);
}

/** Asks only on a production server: for actions that change much but are harmless elsewhere. */
export async function confirmOnProduction(context: Context, question: Question): Promise<void> {
  const server = await context.server();
  if ((await context.profiles()).productionAt(server) !== null) await confirm(context, question);
}
