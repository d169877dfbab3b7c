import {
  type AnyResource,
  createDocumentFileName,
  documentCalls,
  getResourcePath,
  kebab,
  localize,
  parseMaterialFiles,
} from '@gantry/core';
import type { Command } from 'commander';
import { parsePositive } from '../../commands/options/filters.ts';
import { readId } from '../../commands/options/ids.ts';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { openStream } from '../../context/stream.ts';
import { sendDocumentFile } from '../../http/send-document.ts';
import { saveOrWrite } from '../../output/save-or-write.ts';

const words = {
  upload: { zh: '上传文件，依次加到资料末尾', en: 'upload files and append them to the materials' },
  uploaded: { zh: '已加到资料：', en: 'Materials: ' },
  download: { zh: '保存资料里的文件，缺省为第一个', en: 'download a file of the materials; the first by default' },
  which: { zh: '资料里的第几个文件', en: 'number of the file, starting from 1' },
} as const;

/** `course upload 7 notes.pdf` adds files to the material of a course; `course download 7 2` saves one of them. */
export function fillMaterialCommands(command: Command, resource: AnyResource, context: Context): void {
  const { t, locale } = context;
  const entity = kebab(resource.name);
  const formatExamples = (...lines: readonly string[]) =>
    ['', t('cli.examples'), ...lines.map((line) => `  gantry ${entity} ${line}`)].join('\n');
  command
    .command('upload')
    .description(localize(words.upload, locale))
    .argument('<id>')
    .argument('<files...>')
    .addHelpText('after', formatExamples('upload 7 notes.pdf exercises.docx'))
    .action(async (given: string, files: readonly string[]) => {
      const id = await readId(given, resource, context);
      const client = await context.client();
      const write = <T>(call: string, body: object, idempotencyKey: string) =>
        client.call<T>(call, body, { idempotencyKey });
      for (const file of files) {
        await sendDocumentFile(write, resource, file, { id }, undefined, 'attach');
        context.note(localize(words.uploaded, locale) + file);
      }
    });
  command
    .command('download')
    .description(localize(words.download, locale))
    .argument('<id>')
    .argument('[number]', localize(words.which, locale), '1')
    .argument('[file]', t('cli.documentFile'))
    .option('--force', t('cli.overwrite'))
    .addHelpText('after', formatExamples('download 7', 'download 7 2 - | sha256sum'))
    .action(async (given: string, which: string, file: string | undefined, flags: { readonly force?: boolean }) => {
      const id = await readId(given, resource, context);
      const number = parsePositive(which, 'number', context);
      const client = await context.client();
      const { attachments } = await client.call<{ attachments: unknown }>(getResourcePath(resource.name, 'get'), {
        id,
      });
      const wanted = parseMaterialFiles(attachments)[number - 1];
      if (!wanted) throw new CliError(t('files.noDocument'), exitCodes.notFound);
      const target = file ?? createDocumentFileName(wanted.name, null);
      const getSource = () => openStream(context, documentCalls.documentDownload.path, { file: wanted.file });
      await saveOrWrite(getSource, { file: target, force: flags.force === true }, context);
      if (target !== '-') context.note(target);
    });
}
