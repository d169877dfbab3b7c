import { type AnyResource, kebab, type Values } from '@gantry/core';
import { type Command, Option } from 'commander';
import { type Sent, sendFiles } from '../../commands/sent-files.ts';
import type { Context } from '../../context/context.ts';
import { describeReason } from '../../context/file-problems.ts';
import { sendIcon } from '../../http/send-icon.ts';

async function importOne(context: Context, resource: AnyResource, file: string, values: Values): Promise<Sent> {
  try {
    const client = await context.client();
    const write = <T>(call: string, body: object, idempotencyKey: string) =>
      client.call<T>(call, body, { idempotencyKey });
    return { file, id: await sendIcon(write, resource, file, values), error: null };
  } catch (error) {
    return { file, id: null, error: describeReason(error, context.t) };
  }
}

/**
 * `ai-icon import-files icons/*.png --group model`: creates an icon from each file. Exits with 3 if some failed, 1 if all did.
 */
export function fillIconImport(command: Command, resource: AnyResource, context: Context): void {
  const { t } = context;
  const group = resource.fields.group;
  const groups = group?.kind === 'choice' ? Object.keys(group.options) : [];
  command
    .command('import-files')
    .description(t('files.iconImport'))
    .argument('<files...>', t('cli.file'))
    .addOption(new Option(`--group <${groups.join('|')}>`, t('files.iconGroup')).choices(groups).default('other'))
    .option('--bg-color <color>', t('files.iconGround'))
    .addHelpText(
      'after',
      `\n${t('cli.examples')}\n  gantry ${kebab(resource.name)} import-files icons/*.png --group model`,
    )
    .action(async (files: readonly string[], { group: into, bgColor }: { group: string; bgColor?: string }) => {
      const values = { group: into, ...(bgColor === undefined ? {} : { bgColor }) };
      await sendFiles(context, files, (file) => importOne(context, resource, file, values));
    });
}
