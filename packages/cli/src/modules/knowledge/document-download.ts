import { type AnyResource, createDocumentFileName, documentCalls, getResourcePath, kebab } from '@gantry/core';
import type { Command } from 'commander';
import { readId } from '../../commands/options/ids.ts';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { openStream } from '../../context/stream.ts';
import { saveOrWrite } from '../../output/save-or-write.ts';

/** `know-doc download 7 [FILE|-]`: saves the original file of a document. An existing file is only overwritten with `--force`. */
export function fillDocumentDownload(command: Command, resource: AnyResource, context: Context): void {
  const { t } = context;
  const entity = kebab(resource.name);
  command
    .command('download')
    .description(t('files.documentDownload'))
    .argument('<id>')
    .argument('[file]', t('cli.documentFile'))
    .option('--force', t('cli.overwrite'))
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry ${entity} download 7\n  gantry ${entity} download 7 - | sha256sum`,
    )
    .action(async (given: string, file: string | undefined, flags: { readonly force?: boolean }) => {
      const id = await readId(given, resource, context);
      const client = await context.client();
      const record = await client.call<Record<string, unknown>>(getResourcePath(resource.name, 'get'), { id });
      if (typeof record.file !== 'string') throw new CliError(t('files.noDocument'), exitCodes.notFound);
      const target = file ?? createDocumentFileName(record.name, record.format ?? 'pdf');
      const getSource = () => openStream(context, documentCalls.documentDownload.path, { file: record.file });
      await saveOrWrite(getSource, { file: target, force: flags.force === true }, context);
      if (target !== '-') context.note(target);
    });
}
