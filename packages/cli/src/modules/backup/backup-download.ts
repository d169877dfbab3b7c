import { backupCalls } from '@gantry/core';
import type { Command } from 'commander';
import { parseId } from '../../commands/options/ids.ts';
import type { Context } from '../../context/context.ts';
import { openStream } from '../../context/stream.ts';
import { saveOrWrite } from '../../output/save-or-write.ts';

/** `backup download 7 copy.gantry`: only the owner can read the file; `gantry-server restore` restores it. */
export function fillBackupDownload(command: Command, context: Context): void {
  command
    .command('download')
    .description(context.t('files.backupDownload'))
    .argument('<id>')
    .argument('<file>', context.t('cli.outFile'))
    .option('--force', context.t('cli.overwrite'))
    .addHelpText('after', `\n${context.t('cli.examples')}\n  gantry backup download 7 copy.gantry`)
    .action(async (given: string, file: string, flags: { readonly force?: boolean }) => {
      const id = parseId(given, context);
      const getSource = () => openStream(context, backupCalls.backupDownload.path, { id });
      await saveOrWrite(getSource, { file, force: flags.force === true }, context);
      if (file !== '-') context.note(file);
    });
}
