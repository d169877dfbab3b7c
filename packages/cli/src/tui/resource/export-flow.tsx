import {
  type AnyResource,
  type FileFormat,
  getFileFormat,
  getResourcePath,
  kebab,
  type ListState,
  type Values,
} from '@gantry/core';
import { FileTaken, saveStream } from '../../output/save-stream.ts';
import { confirmByYes } from '../parts/confirm.tsx';
import { describeFileError } from '../parts/footer.tsx';
import { parseTypedPath } from '../parts/input/typed-path.ts';
import { Prompt, promptHeight } from '../parts/prompt.tsx';
import type { Tui } from '../parts/tui-context.ts';
import { getResourceName } from './resource-text.ts';

/** The request for an export: the picked records, or all records of the list. */
function createExportBody({ picked, filters, keyword }: ListState, format: FileFormat): Values {
  const shown = { filters, ...(keyword === '' ? {} : { keyword }), format };
  return picked.mode === 'some' && picked.ids.size > 0 ? { ...shown, ids: [...picked.ids] } : shown;
}

async function saveFile(tui: Tui, path: string, body: Values, file: string, force: boolean): Promise<void> {
  try {
    await saveStream(() => tui.openFile(path, body), file, force);
    tui.notify(tui.t('tui.savedAs', { file }), 'good');
  } catch (error) {
    if (error instanceof FileTaken) {
      if (await confirmByYes(tui, file, tui.t('tui.fileTaken'))) await saveFile(tui, path, body, file, true);
      return;
    }
    tui.notify(await describeFileError(error, tui), 'bad');
  }
}

/** An export: its title and the call that returns the file. */
interface ExportRequest<F extends FileFormat> {
  readonly title: string;
  /** Suggested file name without its extension. */
  readonly name: string;
  readonly path: string;
  readonly createBody: (format: F) => Values;
  /** The format for a file name. */
  readonly getFormat: (file: string) => F;
  readonly hint: string;
}

/** Asks for a file name and saves the response of a call to that file, in the format of its extension. */
export async function exportFile<F extends FileFormat>(
  { title, name, path, createBody, getFormat, hint }: ExportRequest<F>,
  tui: Tui,
): Promise<void> {
  const typed = await tui.open<string | null>(promptHeight, (close) => (
    <Prompt
      title={`${tui.t('verb.export')} ${title}`}
      label={tui.t('tui.saveTo')}
      value={`${name}.csv`}
      hint={hint}
      onDone={close}
    />
  ));
  if (typed === null || typed.trim() === '') return;
  const file = parseTypedPath(typed);
  await saveFile(tui, path, createBody(getFormat(file)), file, false);
}

/** Exports a list to a file; `name` is the suggested file name. */
export function exportList(
  resource: AnyResource,
  state: ListState,
  tui: Tui,
  name = kebab(resource.name),
): Promise<void> {
  const title = getResourceName(resource, tui);
  const createBody = (format: FileFormat) => createExportBody(state, format);
  const getFormat = (file: string) => getFileFormat(file, resource);
  const hint = tui.t(resource.document ? 'tui.hint.exportTexts' : 'tui.hint.export');
  return exportFile({ title, name, path: getResourcePath(resource.name, 'export'), createBody, getFormat, hint }, tui);
}
