import { type AnyResource, kebab } from '@gantry/core';
import type { Command } from 'commander';
import { readId } from '../../commands/options/ids.ts';
import type { Context } from '../../context/context.ts';
import { sendDocumentFile } from '../../http/send-document.ts';
import { fillDocumentDownload } from '../knowledge/document-download.ts';

/** `regional-agent upload 7 contract.pdf` sets the contract of a record; `download` saves it. */
export function fillContractCommands(command: Command, resource: AnyResource, context: Context): void {
  const { t } = context;
  command
    .command('upload')
    .description(t('files.contractUpload'))
    .argument('<id>')
    .argument('<file>')
    .addHelpText('after', `\n${t('cli.examples')}\n  gantry ${kebab(resource.name)} upload 7 contract.pdf`)
    .action(async (given: string, file: string) => {
      const id = await readId(given, resource, context);
      const client = await context.client();
      const write = <T>(call: string, body: object, idempotencyKey: string) =>
        client.call<T>(call, body, { idempotencyKey });
      await sendDocumentFile(write, resource, file, { id }, undefined, 'attachContract');
      context.note(t('files.contractUploaded', { id, file }));
    });
  fillDocumentDownload(command, resource, context);
}
