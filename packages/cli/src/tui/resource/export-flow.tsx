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
import { getResourceName } from './resource-words.ts';

/** What is written: the records that are picked, else all that the list shows. */
function exportBody({ picked, filters, keyword }: ListState, format: FileFormat): Values {
  const shown = { filters, ...(keyword === '' ? {} : { keyword }), format };
  return picked.mode === 'some' && picked.ids.size > 0 ? { ...shown, ids: [...picked.ids] } : shown;
}

async function save(tui: Tui, path: string, body: Values, file: string, force: boolean): Promise<void> {
  try {
    await saveStream(() => tui.openFile(path, body), file, force);
    tui.notify(tui.t('tui.savedAs', { file }), 'good');
  } catch (error) {
    if (error instanceof FileTaken) {
      if (await confirmByYes(tui, file, tui.t('tui.fileTaken'))) await save(tui, path, body, file, true);
      return;
    }
    tui.notify(await describeFileError(error, tui), 'bad');
  }
}

/** What is exported, and by which call. */
interface Exported<F extends FileFormat> {
  readonly title: string;
  /** Of the file, unless told otherwise; without its ending. */
  readonly name: string;
  readonly path: string;
  readonly bodyFor: (format: F) => Values;
  /** The form that the name of a file asks for. */
  readonly formatOf: (file: string) => F;
  readonly hint: string;
}

/** Writes what a call answers into a file of one's own, in the form that its name asks for. */
export async function exportFile<F extends FileFormat>(
  { title, name, path, bodyFor, formatOf, hint }: Exported<F>,
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
  await save(tui, path, bodyFor(formatOf(file)), file, false);
}

/** Writes what a list shows into a file, called like the list unless told otherwise. */
export function exportList(
  resource: AnyResource,
  state: ListState,
  tui: Tui,
  name = kebab(resource.name),
): Promise<void> {
  const title = getResourceName(resource, tui);
  const bodyFor = (format: FileFormat) => exportBody(state, format);
  const formatOf = (file: string) => getFileFormat(file, resource);
  const hint = tui.t(resource.document ? 'tui.hint.exportTexts' : 'tui.hint.export');
  return exportFile({ title, name, path: getResourcePath(resource.name, 'export'), bodyFor, formatOf, hint }, tui);
}
