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

function getBody(
  { list }: AnyResource,
  format: FileFormat,
  { keyword, filters, picked }: ListState,
  columns: readonly string[],
) {
  return {
    format,
    // A document has no columns.
    ...(isDocumentForm(format) ? {} : { columns }),
    // Spreadsheets are for people; files for programs contain only records.
    ...(forPeople.includes(format) && list.totals ? { totals: true } : {}),
    ...(keyword === '' ? {} : { keyword }),
    ...(Object.keys(filters).length > 0 ? { filters } : {}),
    ...(picked.mode === 'some' && picked.ids.size > 0 ? { ids: [...picked.ids] } : {}),
  };
}

/** The request body of a file call: the format and the content. */
interface ExportBody {
  readonly format: FileFormat;
  readonly [name: string]: unknown;
}

/** Downloads a file and saves it under the current date. Reports the progress and can be canceled. */
export function useSavedFile() {
  const t = useWords();
  const { time } = useFormat();
  const toast = useToast();
  const stepUp = useStepUp();
  const fetchFile = useFileCall();
  const abort = useRef<AbortController | null>(null);
  const [received, setReceived] = useState<number | null>(null);
  const cancel = useCallback(() => abort.current?.abort(), []);
  // Leaving the page cancels the download.
  useEffect(() => cancel, [cancel]);

  const run = async (call: string, title: string, body: ExportBody) => {
    const controller = new AbortController();
    abort.current = controller;
    setReceived(0);
    try {
      // The code that saves files is not loaded with the list.
      const { saveExport } = await import('./save-file.ts');
      const parts = await stepUp(() => fetchFile(call, body, controller.signal, setReceived));
      controller.signal.throwIfAborted();
      // The date in the site's time zone, like every time in the file.
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

/** Exports the list with its filter and columns, streamed as the server reads it. */
export function useExport(resource: AnyResource) {
  const { run, ...saved } = useSavedFile();
  const call = getResourcePath(resource.name, 'export');
  return {
    ...saved,
    run: (format: FileFormat, state: ListState, columns: readonly string[]) =>
      void run(call, kebab(resource.name), getBody(resource, format, state, columns)),
  };
}
