import { randomUUID } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { type Client, type DocumentAnswer, knowDoc, resourcePath, sendDocument } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit.ts';
import { printAnswer } from '../output/print.ts';
import { safe } from '../output/safe.ts';
import { renderTable } from '../output/table.ts';
import { parseIds } from './filters.ts';

interface Flags {
  readonly knowledgeId: string;
  readonly questions?: boolean;
}

interface Sent {
  readonly file: string;
  readonly id: number | null;
  readonly error: string | null;
}

async function bytesOf(handle: FileHandle, from: number, to: number): Promise<string> {
  const bytes = Buffer.alloc(to - from);
  await handle.read(bytes, 0, bytes.length, from);
  return bytes.toString('base64');
}

/** Uploads one file and queues it; what is wrong with it is no reason to leave the others. */
async function sendOne(client: Client, file: string, { knowledgeId, questions = false }: Flags): Promise<Sent> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      const read = (from: number, to: number) => bytesOf(handle, from, to);
      const send = (call: string, body: object) =>
        client.call<DocumentAnswer>(call, body, { idempotencyKey: randomUUID() });
      const stored = await sendDocument(send, { name: path.basename(file), size, read });
      const body = { knowledgeId: Number(knowledgeId), file: stored.file, name: stored.name, questions };
      const options = { idempotencyKey: randomUUID() };
      const { id } = await client.call<{ id: number }>(resourcePath(knowDoc.name, 'add'), body, options);
      return { file, id, error: null };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return { file, id: null, error: error instanceof Error ? error.message : String(error) };
  }
}

function tableOf(sent: readonly Sent[], { t }: Context): string {
  const columns = [{ title: t('cli.file') }, { title: 'id', right: true }, { title: t('cli.result') }];
  return renderTable(
    columns,
    sent.map(({ file, id, error }) => [
      safe(file),
      id === null ? '' : String(id),
      error === null ? t('cli.ok') : safe(error),
    ]),
  );
}

/** `know-doc upload a.pdf b.docx --knowledge-id 3`: a result for each file; 3 when some of them failed, 1 when all did. */
export function fillKnowUpload(command: Command, context: Context): void {
  const { t } = context;
  command
    .command('upload')
    .description(t('cli.knowUpload'))
    .argument('<files...>', t('cli.file'))
    .requiredOption('--knowledge-id <id>', t('cli.knowBase'))
    .option('--questions', t('cli.knowQuestions'))
    .addHelpText('after', `\n${t('cli.examples')}\n  gantry know-doc upload handbook.pdf faq.md --knowledge-id 3`)
    .action(async (files: readonly string[], flags: Flags) => {
      parseIds([flags.knowledgeId], context);
      const client = await context.client();
      const sent: Sent[] = [];
      for (const file of files) sent.push(await sendOne(client, file, flags));
      const form = context.form('table');
      if (form === 'table') await context.write(tableOf(sent, context));
      else await printAnswer(context, { items: sent }, form);
      const failed = sent.filter(({ error }) => error !== null).length;
      if (failed > 0) context.setStatus(failed === sent.length ? exitCodes.failed : exitCodes.partly);
    });
}
