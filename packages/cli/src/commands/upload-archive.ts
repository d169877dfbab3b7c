import { type AnyResource, kebab } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { uploadDocument } from '../http/send-document.ts';

/** `knowledge upload base.zip`: prints what the server calls the file, for `check-zip` and `import-zip`. */
export function fillArchiveUpload(command: Command, resource: AnyResource, context: Context): void {
  const entity = `gantry ${kebab(resource.name)}`;
  command
    .command('upload')
    .description(context.t('cli.archiveUpload'))
    .argument('<file>')
    .addHelpText(
      'after',
      `\n${context.t('cli.examples')}\n  ${entity} import-zip --file "$(${entity} upload base.zip)"`,
    )
    .action(async (file: string) => {
      const client = await context.client();
      const write = <T>(call: string, body: object, idempotencyKey: string) =>
        client.call<T>(call, body, { idempotencyKey });
      const stored = await uploadDocument(write, file);
      await context.write(`${stored.file}\n`);
    });
}
