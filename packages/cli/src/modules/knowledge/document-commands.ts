import path from 'node:path';
import { type AnyResource, findField, getInputFields, kebab, ResponseError, type Values } from '@gantry/core';
import { type Command, Option } from 'commander';
import { openUserJournal, toJobError } from '../../bulk/journal.ts';
import { parseId } from '../../commands/options/ids.ts';
import { type Sent, sendFiles } from '../../commands/sent-files.ts';
import type { CliKey, Context } from '../../context/context.ts';
import { describeReason } from '../../context/file-problems.ts';
import { hashFile, sendDocumentFile } from '../../http/send-document.ts';
import { fillDocumentDownload } from './document-download.ts';

/** The entity that an upload creates, and its options. */
interface UploadTarget {
  readonly words: CliKey;
  readonly example: string;
  /** The flag that names the owner of the files, and its field. */
  readonly owner: { readonly flag: string; readonly field: string; readonly words: CliKey };
  /** A boolean flag, by the name of its field. */
  readonly option: { readonly field: string; readonly words: CliKey };
  /** A flag with the options of a field of the action `add`. */
  readonly choice?: { readonly field: string; readonly words: CliKey };
}

/** How long the server stores idempotency keys, minus an hour, in ms. */
const keysLast = 71 * 3_600_000;

const isRejection = ({ code, httpStatus }: ResponseError) => code !== null && (httpStatus ?? 500) < 500;

/** Adds a file. Repeating an attempt without a response uses its key, so that the same file is charged once. */
async function addOnce(
  context: Context,
  resource: AnyResource,
  file: string,
  values: Values,
  onSent: (share: number) => void,
): Promise<number> {
  const client = await context.client();
  const write = <T>(call: string, body: object, idempotencyKey: string) =>
    client.call<T>(call, body, { idempotencyKey });
  const named = [path.basename(file), await hashFile(file), JSON.stringify(values)];
  const journal = openUserJournal(context, [await context.server(), resource.name, 'upload', ...named], keysLast);
  try {
    const id = await sendDocumentFile(write, resource, file, values, onSent, 'add', journal?.keyOf('add'));
    journal?.finish();
    return id;
  } catch (error) {
    // A rejection added nothing, so the next attempt is new. Without a response the outcome is unknown.
    if (error instanceof ResponseError && isRejection(error) && !journal?.isResumed) journal?.finish();
    throw toJobError(error, journal, context);
  }
}

/** Sends one file. A failure does not stop the others. */
async function sendOne(
  context: Context,
  resource: AnyResource,
  file: string,
  values: Values,
  onSent: (share: number) => void,
): Promise<Sent> {
  try {
    return { file, id: await addOnce(context, resource, file, values, onSent), error: null };
  } catch (error) {
    return { file, id: null, error: describeReason(error, context.t) };
  }
}

function createChoiceFlag(
  resource: AnyResource,
  { field, words }: NonNullable<UploadTarget['choice']>,
  { t }: Context,
): Option {
  const action = resource.actions?.add;
  const requested = action ? getInputFields(resource, action)[field] : undefined;
  const options = requested?.kind === 'choice' ? Object.keys(requested.options) : [];
  return new Option(`--${kebab(field)} <${options.join('|')}>`, t(words)).choices(options);
}

/** The id of the owner, given as an id or as the name of the record. */
async function findOwner(
  typed: string,
  resource: AnyResource,
  { flag, field: name }: UploadTarget['owner'],
  context: Context,
): Promise<number> {
  if (/^#?\d+$/.test(typed)) return parseId(typed, context);
  const action = resource.actions?.add;
  const field = findField(resource, name) ?? (action ? getInputFields(resource, action)[name] : undefined);
  const { resolveReference } = await import('../../commands/options/resolve-reference.ts');
  return parseId(String(field ? await resolveReference(typed, field, flag, context) : typed), context);
}

/** `know-doc upload a.pdf b.docx --knowledge-id 3`: prints a result per file. Exits with 3 if some failed, 1 if all did. */
function fillDocumentUpload(
  command: Command,
  resource: AnyResource,
  { words, example, owner, option, choice }: UploadTarget,
  context: Context,
): void {
  const { t } = context;
  const upload = command
    .command('upload')
    .description(t(words))
    .argument('<files...>', t('cli.file'))
    .requiredOption(`${owner.flag} <id>`, t(owner.words))
    .option(`--${option.field}`, t(option.words));
  if (choice) upload.addOption(createChoiceFlag(resource, choice, context));
  upload
    .addHelpText('after', `\n${t('cli.examples')}\n  gantry ${kebab(resource.name)} upload ${example}`)
    .action(async (files: readonly string[], flags: Readonly<Record<string, unknown>>) => {
      const id = await findOwner(String(flags[owner.field]), resource, owner, context);
      const chosen = choice && flags[choice.field] ? { [choice.field]: flags[choice.field] } : {};
      const values = { [owner.field]: id, [option.field]: flags[option.field] === true, ...chosen };
      await sendFiles(context, files, (file, onSent) => sendOne(context, resource, file, values, onSent));
    });
}

/** Entities whose files can be uploaded, several at a time, and downloaded: documents of knowledge bases, and PDFs of users. */
const targets = {
  know: {
    words: 'files.knowUpload',
    example: 'handbook.pdf faq.md --knowledge-id 3',
    owner: { flag: '--knowledge-id', field: 'knowledgeId', words: 'files.knowBase' },
    option: { field: 'questions', words: 'files.knowQuestions' },
  },
  pdf: {
    words: 'files.pdfUpload',
    example: 'contract.pdf --user-id 3 --parse-mode ocr',
    owner: { flag: '--user-id', field: 'userId', words: 'files.pdfUser' },
    option: { field: 'charge', words: 'files.pdfCharge' },
    choice: { field: 'parseMode', words: 'files.pdfParseMode' },
  },
} as const satisfies Readonly<Record<string, UploadTarget>>;

export function fillDocumentCommands(
  command: Command,
  resource: AnyResource,
  kind: keyof typeof targets,
  context: Context,
): void {
  fillDocumentUpload(command, resource, targets[kind], context);
  fillDocumentDownload(command, resource, context);
}
