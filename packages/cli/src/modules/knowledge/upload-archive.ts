import { existsSync } from 'node:fs';
import { type AnyResource, kebab } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { uploadDocument } from '../../http/send-document.ts';

/** The commands of actions that take a ZIP. */
const zipCommands = ['check-zip', 'import-zip'];

async function upload(context: Context, file: string): Promise<string> {
  const client = await context.client();
  const write = <T>(call: string, body: object, idempotencyKey: string) =>
    client.call<T>(call, body, { idempotencyKey });
  return (await uploadDocument(write, file)).file;
}

/**
 * `knowledge import-zip --file base.zip` uploads a local file and passes its name on the server to the action. `knowledge upload
 * base.zip` prints only that name, so that one upload can be checked and then imported.
 */
export function fillArchiveUpload(command: Command, resource: AnyResource, context: Context): void {
  const entity = `gantry ${kebab(resource.name)}`;
  const examples = [`${entity} check-zip --file base.zip`, `${entity} import-zip --file base.zip --name Handbook`];
  const lines = `\n${context.t('cli.examples')}\n${examples.map((line) => `  ${line}`).join('\n')}`;
  command.hook('preAction', async (_, called) => {
    const { file } = called.opts<{ file?: string }>();
    if (!zipCommands.includes(called.name()) || file === undefined || !existsSync(file)) return;
    called.setOptionValue('file', await upload(context, file));
  });
  command
    .command('upload')
    .description(context.t('files.archiveUpload'))
    .argument('<file>')
    .addHelpText('after', lines)
    .action(async (file: string) => context.write(`${await upload(context, file)}\n`));
}
