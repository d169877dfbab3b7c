import {
  type AnyResource,
  type FileFormat,
  getResourcePath,
  isDocumentForm,
  kebab,
  type ListState,
  ResponseError,
} from '@gantry/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useFormat } from '../../app/i18n/index.ts';
import { StepUpCanceled, useStepUp } from '../../app/session/index.ts';
import { useWords } from '../../fields/index.ts';
import { useToast } from '../../ui/index.ts';
import { useFileCall } from './use-file-call.ts';

/** Formats for people, which end with totals. */
const forPeople: readonly FileFormat[] = ['csv', 'xlsx'];

function bodyOf(
  { list }: AnyResource,
  format: FileFormat,
  { keyword, filters, picked }: ListState,
  columns: readonly string[],
) {
  return {
    format,
    // A document has no columns.
    ...(isDocumentForm(format) ? {} : { columns }),
    // A sheet is read by people; what a program reads holds records alone.
    ...(forPeople.includes(format) && list.totals ? { totals: true } : {}),
    ...(keyword === '' ? {} : { keyword }),
    ...(Object.keys(filters).length > 0 ? { filters } : {}),
    ...(picked.mode === 'some' && picked.ids.size > 0 ? { ids: [...picked.ids] } : {}),
  };
}

/** What a call that answers a file is sent: the form, and what the file is of. */
interface ExportBody {
  readonly format: FileFormat;
  readonly [name: string]: unknown;
}

/** A file that is asked for in a form and saved under the day's name: how much of it has come, and a way to stop it. */
export function useSavedFile() {
  const t = useWords();
  const { time } = useFormat();
  const toast = useToast();
  const stepUp = useStepUp();
  const fetchFile = useFileCall();
  const abort = useRef<AbortController | null>(null);
  const [received, setReceived] = useState<number | null>(null);
  const cancel = useCallback(() => abort.current?.abort(), []);
  // The file of a page that was left is not needed.
  useEffect(() => cancel, [cancel]);

  const run = async (call: string, title: string, body: ExportBody) => {
    const controller = new AbortController();
    abort.current = controller;
    setReceived(0);
    try {
      // What saves files is no part of a list that is only looked at.
      const { saveExport } = await import('./save-file.ts');
      const parts = await stepUp(() => fetchFile(call, body, controller.signal, setReceived));
      controller.signal.throwIfAborted();
      // The day on the site's clocks, as every time in the file.
      const name = `${title}-${time(Date.now()).slice(0, 10)}.${body.format}`;
      saveExport(name, body.format, parts);
      toast.success(t('resource.export.done', { name }));
    } catch (error) {
      const reported = error instanceof ResponseError || error instanceof StepUpCanceled || controller.signal.aborted;
      if (!reported) toast.error(t('resource.export.failed'));
    } finally {
      setReceived(null);
    }
  };
  return { received, cancel, run };
}

/** What a list shows, as a file: its filter, its columns, streamed as the server reads it. */
export function useExport(resource: AnyResource) {
  const { run, ...saved } = useSavedFile();
  const call = getResourcePath(resource.name, 'export');
  return {
    ...saved,
    run: (format: FileFormat, state: ListState, columns: readonly string[]) =>
      void run(call, kebab(resource.name), bodyOf(resource, format, state, columns)),
  };
}
