import {
  admins,
  boolean,
  checkInput,
  choice,
  createDocumentFileName,
  documentCalls,
  getResourcePath,
  localize,
  parseMaterialFiles,
  recordFileName,
  text,
  type Values,
} from '@gantry/core';
import { useEffect, useState } from 'react';
import { FileTaken, saveStream } from '../../output/save-stream.ts';
import { escapeControls } from '../../output/wrap-text.ts';
import { FormPage, type SubmitResult } from '../../tui/fields/form-page.tsx';
import { describeFileError } from '../../tui/parts/footer.tsx';
import { parseTypedPath } from '../../tui/parts/input/typed-path.ts';
import { LinesPage } from '../../tui/parts/lines-page.tsx';
import { type Tui, useTui } from '../../tui/parts/tui-context.ts';
import { useEvent } from '../../tui/parts/use-event.ts';
import type { ActionPage, ExtraAction } from '../../tui/resource/action-run.tsx';

const { label, roles, path: call } = documentCalls.documentDownload;

const fields = {
  target: text({ zh: '保存到', en: 'Save to' }, { required: true, max: 4096 }),
  force: boolean({ zh: '覆盖已有文件', en: 'Overwrite an existing file' }),
} as const;

const textLabel = { zh: '下载正文', en: 'Download the text' } as const;
const textFields = {
  ...fields,
  target: text(
    { zh: '保存到', en: 'Save to' },
    {
      required: true,
      max: 4096,
      help: { zh: '.md 为 Markdown，.docx 为 Word', en: 'Markdown for .md, Word for .docx' },
    },
  ),
} as const;

const createRejection = (words: string): SubmitResult => ({ done: false, errors: { target: [words] } });

/** The call that returns a file of the given name. */
type DocumentRequest = (target: string) => { readonly path: string; readonly body: Values };

/** Downloads and saves a file. A problem with the target path is shown at its field. */
async function save(tui: Tui, request: DocumentRequest, typed: Values): Promise<SubmitResult> {
  const checked = checkInput(fields, typed, tui.locale, tui.t);
  if (!checked.ok) return { done: false, errors: checked.errors };
  const target = parseTypedPath(String(checked.value.target));
  const { path, body } = request(target);
  try {
    await saveStream(() => tui.openFile(path, body), target, checked.value.force === true);
    tui.notify(tui.t('tui.savedAs', { file: target }), 'good');
    return { done: true };
  } catch (error) {
    if (error instanceof FileTaken) return createRejection(tui.t('tui.fileTaken'));
    return createRejection(await describeFileError(error, tui));
  }
}

/** Loads the full record; null until it is loaded. */
function useFullRecord({ resource, record, onDone }: Parameters<ActionPage>[0]): Values | null {
  const [fullRecord, setFullRecord] = useState<Values | null>(null);
  const { client } = useTui();
  const leave = useEvent(onDone);
  const id = record?.id;
  useEffect(() => {
    client.call<Values>(getResourcePath(resource.name, 'get'), { id }).then(setFullRecord, leave);
  }, [client, resource, id, leave]);
  return fullRecord;
}

/** Asks where to save the file, and suggests its name. Reports when the record no longer has a file. */
const DocumentDownload: ActionPage = (props) => {
  const tui = useTui();
  const fullRecord = useFullRecord(props);
  const { onDone } = props;
  const title = localize(label, tui.locale);
  if (fullRecord === null) return <LinesPage title={title} lines={[tui.t('common.loading')]} text="" onDone={onDone} />;
  const { file, name, format } = fullRecord;
  if (typeof file !== 'string')
    return <LinesPage title={title} lines={[tui.t('tui.noDocument')]} text="" onDone={onDone} />;
  return (
    <FormPage
      title={`${title} ${escapeControls(String(name))}`}
      purpose="run"
      fields={fields}
      values={{ target: createDocumentFileName(name, format ?? 'pdf'), force: false }}
      send={(typed) => save(tui, () => ({ path: call, body: { file } }), typed)}
      onDone={onDone}
    />
  );
};

const materialFile = { zh: '资料里的文件', en: 'Materials file' } as const;

/** Asks which file of the course material to save, and where. */
const MaterialDownload: ActionPage = (props) => {
  const tui = useTui();
  const fullRecord = useFullRecord(props);
  const { onDone } = props;
  const title = localize(label, tui.locale);
  if (fullRecord === null) return <LinesPage title={title} lines={[tui.t('common.loading')]} text="" onDone={onDone} />;
  const files = parseMaterialFiles(fullRecord.attachments);
  const [first] = files;
  if (!first) return <LinesPage title={title} lines={[tui.t('tui.noDocument')]} text="" onDone={onDone} />;
  const options = Object.fromEntries(
    files.map(({ file, name }) => [file, { zh: escapeControls(name), en: escapeControls(name) }]),
  );
  const requested = { material: choice(materialFile, options, { required: true }), ...fields };
  const target = createDocumentFileName(first.name, null);
  return (
    <FormPage
      title={`${title} ${escapeControls(String(fullRecord.title))}`}
      purpose="run"
      fields={requested}
      values={{ material: first.file, target, force: false }}
      send={({ material, ...typed }) => save(tui, () => ({ path: call, body: { file: material } }), typed)}
      onDone={onDone}
    />
  );
};

/** Asks where to save the text. The extension selects the format: Markdown or Word. */
const TextDownload: ActionPage = (props) => {
  const tui = useTui();
  const fullRecord = useFullRecord(props);
  const { resource, onDone } = props;
  const title = localize(textLabel, tui.locale);
  if (fullRecord === null) return <LinesPage title={title} lines={[tui.t('common.loading')]} text="" onDone={onDone} />;
  const name = recordFileName(fullRecord[resource.title], fullRecord[resource.document ?? ''], 'markdown');
  const request: DocumentRequest = (target) => ({
    path: getResourcePath(resource.name, 'export'),
    body: { format: /\.docx$/i.test(target) ? 'docx' : 'md', ids: [fullRecord.id] },
  });
  return (
    <FormPage
      title={`${title} ${escapeControls(String(fullRecord[resource.title]))}`}
      purpose="run"
      fields={textFields}
      values={{ target: name, force: false }}
      send={(typed) => save(tui, request, typed)}
      onDone={onDone}
    />
  );
};

export const documentDownload: ExtraAction = {
  label,
  roles,
  reads: true,
  page: (props) => <DocumentDownload {...props} />,
};

export const materialDownload: ExtraAction = {
  label,
  roles,
  reads: true,
  page: (props) => <MaterialDownload {...props} />,
};

export const textDownload: ExtraAction = {
  label: textLabel,
  roles: admins,
  reads: true,
  page: (props) => <TextDownload {...props} />,
};
