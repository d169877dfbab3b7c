import {
  boolean,
  checkInput,
  documentCalls,
  documentFileName,
  resourcePath,
  say,
  text,
  type Values,
} from '@gantry/core';
import { useEffect, useState } from 'react';
import { safe } from '../../output/safe.ts';
import { FileTaken, saveStream } from '../../output/save-stream.ts';
import { FormPage, type Sent } from '../fields/form-page.tsx';
import { fileWords } from '../parts/file-words.ts';
import { LinesPage } from '../parts/lines-page.tsx';
import { type Tui, useTui } from '../parts/tui-context.ts';
import { typedPath } from '../parts/typed-path.ts';
import { useEvent } from '../parts/use-event.ts';
import type { ActionPage, DeedBeside } from '../resource/action-run.tsx';

const { label, roles, path: call } = documentCalls.documentDownload;

const fields = {
  target: text({ zh: '保存到', en: 'Save to' }, { required: true, max: 4096 }),
  force: boolean({ zh: '覆盖已有文件', en: 'Replace a file that is there' }),
} as const;

const refused = (words: string): Sent => ({ done: false, errors: { target: [words] } });

/** Fetches a file and writes it; what is wrong with the place stands at its field. */
async function save(tui: Tui, file: string, typed: Values): Promise<Sent> {
  const checked = checkInput(fields, typed, tui.locale, tui.t);
  if (!checked.ok) return { done: false, errors: checked.errors };
  const target = typedPath(String(checked.value.target));
  try {
    await saveStream(() => tui.openFile(call, { file }), target, checked.value.force === true);
    tui.say(tui.t('tui.savedAs', { file: target }), 'good');
    return { done: true };
  } catch (error) {
    if (error instanceof FileTaken) return refused(tui.t('tui.fileTaken'));
    return refused(await fileWords(error, tui));
  }
}

/** Asks where to, with the name of the file here; a record of which no file is left says so. */
const DocumentDownload: ActionPage = ({ resource, record, onDone }) => {
  const tui = useTui();
  const [whole, setWhole] = useState<Values | null>(null);
  const { client } = tui;
  const leave = useEvent(onDone);
  const id = record?.id;
  useEffect(() => {
    client.call<Values>(resourcePath(resource.name, 'get'), { id }).then(setWhole, leave);
  }, [client, resource, id, leave]);
  const title = say(label, tui.locale);
  if (whole === null) return <LinesPage title={title} lines={[tui.t('common.loading')]} text="" onDone={onDone} />;
  const { file, name, format } = whole;
  if (typeof file !== 'string')
    return <LinesPage title={title} lines={[tui.t('tui.noDocument')]} text="" onDone={onDone} />;
  return (
    <FormPage
      title={`${title} ${safe(String(name))}`}
      purpose="run"
      fields={fields}
      values={{ target: documentFileName(name, format ?? 'pdf'), force: false }}
      send={(typed) => save(tui, file, typed)}
      onDone={onDone}
    />
  );
};

export const documentDownload: DeedBeside = {
  label,
  roles,
  page: (props) => <DocumentDownload {...props} />,
};
