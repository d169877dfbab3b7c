import { ApiError, backupCalls } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { saveOrWrite } from '../output/save-or-write.ts';
import { ask } from '../prompts/ask.ts';
import { openStream } from '../stream.ts';
import { parseIds } from './filters.ts';

/** Opens the stream; when the server wants to be sure who it is, asks for the password at the terminal and calls again. */
async function open(context: Context, id: number): Promise<AsyncIterable<Uint8Array>> {
  const { path } = backupCalls.backupDownload;
  try {
    return await openStream(context, path, { id });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 40301 || !context.isTty) throw error;
    const password = await ask(context, context.t('cli.stepUpAsk'), { hidden: true });
    await (await context.client()).call('/step-up', { password });
    return openStream(context, path, { id });
  }
}

/** `backup download 7 copy.gantry`: the file is for its owner alone, and `gantry-server restore` brings it back. */
export function fillBackupDownload(command: Command, context: Context): void {
  command
    .command('download')
    .description(context.t('cli.backupDownload'))
    .argument('<id>')
    .argument('<file>', context.t('cli.outFile'))
    .option('--force', context.t('cli.overwrite'))
    .addHelpText('after', `\n${context.t('cli.examples')}\n  gantry backup download 7 copy.gantry`)
    .action(async (given: string, file: string, flags: { readonly force?: boolean }) => {
      const [id = 0] = parseIds([given], context);
      await saveOrWrite(() => open(context, id), { file, force: flags.force === true }, context);
      if (file !== '-') context.note(file);
    });
}
