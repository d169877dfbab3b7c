import { type AnyResource, getFileFormat, getResourcePath, isDocumentForm, kebab, recordFileName } from '@gantry/core';
import { type Command, Option } from 'commander';
import type { Context } from '../../context/context.ts';
import { openStream } from '../../context/stream.ts';
import { saveOrWrite } from '../../output/save-or-write.ts';
import { readId } from '../options/ids.ts';

interface Flags {
  readonly format?: 'md' | 'docx';
  readonly force?: boolean;
}

/** `write-task download 7 [FILE|-]`: saves the text of a record as Markdown, or as Word when the file name says so. */
export function fillDocument(command: Command, resource: AnyResource, context: Context): void {
  const { t } = context;
  const entity = kebab(resource.name);
  command
    .argument('<id>')
    .argument('[file]', t('cli.documentFile'))
    .addOption(new Option('--format <format>', t('cli.format')).choices(['md', 'docx']))
    .option('--force', t('cli.overwrite'))
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry ${entity} download 7\n  gantry ${entity} download 7 text.docx\n  gantry ${entity} download 7 - | wc -m`,
    )
    .action(async (given: string, file: string | undefined, flags: Flags) => {
      const id = await readId(given, resource, context);
      const requested = getFileFormat(file ?? '', resource);
      const format = flags.format ?? (isDocumentForm(requested) && requested === 'docx' ? 'docx' : 'md');
      const client = await context.client();
      const getName = async () => {
        const record = await client.call<Record<string, unknown>>(getResourcePath(resource.name, 'get'), { id });
        const text = record[resource.document ?? ''];
        return recordFileName(record[resource.title], text, format === 'md' ? 'markdown' : 'docx');
      };
      const target = file ?? (await getName());
      const getSource = () => openStream(context, getResourcePath(resource.name, 'export'), { format, ids: [id] });
      await saveOrWrite(getSource, { file: target, force: flags.force === true }, context);
      if (target !== '-') context.note(target);
    });
}
