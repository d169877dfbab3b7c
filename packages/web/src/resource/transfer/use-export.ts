import {
  type AnyResource,
  ApiError,
  apiBase,
  isEnvelope,
  kebab,
  type ListState,
  reactTo,
  resourcePath,
} from '@gantry/core';
import { useRef, useState } from 'react';
import { newCallKey, useConfig, useFailures } from '../../api/index.ts';
import { useWords } from '../../fields/index.ts';
import { useLocale } from '../../i18n/index.ts';
import { StepUpCancelled, useSession, useStepUp } from '../../session/index.ts';
import { useToast } from '../../ui/index.ts';
import { saveBlob } from './save-file.ts';

export type ExportFormat = 'csv' | 'ndjson';

async function partsOf(answer: Response, onBytes: (bytes: number) => void): Promise<BlobPart[]> {
  const reader = answer.body?.getReader();
  const parts: BlobPart[] = [];
  let bytes = 0;
  for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
    parts.push(step.value);
    bytes += step.value.byteLength;
    onBytes(bytes);
  }
  return parts;
}

/** A refusal comes as the envelope; the file itself is no JSON. */
async function refusalOf(path: string, answer: Response): Promise<ApiError | null> {
  if (!(answer.headers.get('content-type') ?? '').includes('application/json')) return null;
  const body: unknown = await answer.json();
  const verdict = reactTo(path, { httpStatus: answer.status, body, transportMessage: answer.statusText });
  return new ApiError(verdict, answer.status, isEnvelope(body) ? body : null, null);
}

function bodyOf(
  { list }: AnyResource,
  format: ExportFormat,
  { keyword, filters, picked }: ListState,
  columns: readonly string[],
) {
  return {
    format,
    columns,
    // A sheet is read by people; what a program reads holds records alone.
    ...(format === 'csv' && list.totals ? { totals: true } : {}),
    ...(keyword === '' ? {} : { keyword }),
    ...(Object.keys(filters).length > 0 ? { filters } : {}),
    ...(picked.mode === 'some' && picked.ids.size > 0 ? { ids: [...picked.ids] } : {}),
  };
}

/** What a list shows, as a file: its filter, its columns, streamed as the server reads it. */
export function useExport(resource: AnyResource) {
  const t = useWords();
  const locale = useLocale();
  const toast = useToast();
  const stepUp = useStepUp();
  const failures = useFailures();
  const { apiBaseUrl } = useConfig();
  const { host } = useSession();
  const abort = useRef<AbortController | null>(null);
  const [received, setReceived] = useState<number | null>(null);

  const fetchFile = async (body: unknown, signal: AbortSignal): Promise<BlobPart[]> => {
    const path = `${apiBase}${resourcePath(resource.name, 'export')}`;
    const answer = await fetch(apiBaseUrl + path, {
      method: 'POST',
      body: JSON.stringify(body),
      signal,
      credentials: 'omit',
      headers: {
        'content-type': 'application/json',
        'accept-language': locale,
        authorization: `Bearer ${host.session.token() ?? ''}`,
        'idempotency-key': newCallKey(),
        'x-gantry-via': 'web',
      },
    });
    const refusal = await refusalOf(path, answer);
    if (refusal) failures.publish({ error: refusal, path });
    if (refusal) throw refusal;
    return partsOf(answer, setReceived);
  };
  const run = async (format: ExportFormat, state: ListState, columns: readonly string[]) => {
    const controller = new AbortController();
    abort.current = controller;
    setReceived(0);
    const body = bodyOf(resource, format, state, columns);
    try {
      const parts = await stepUp(() => fetchFile(body, controller.signal));
      const name = `${kebab(resource.name)}-${new Date().toISOString().slice(0, 10)}.${format}`;
      saveBlob(name, new Blob(parts, { type: format === 'csv' ? 'text/csv' : 'application/x-ndjson' }));
      toast.success(t('resource.export.done', { name }));
    } catch (error) {
      const told = error instanceof ApiError || error instanceof StepUpCancelled || controller.signal.aborted;
      if (!told) toast.error(t('resource.export.failed'));
    } finally {
      setReceived(null);
    }
  };
  return {
    received,
    cancel: () => abort.current?.abort(),
    run: (format: ExportFormat, state: ListState, columns: readonly string[]) => void run(format, state, columns),
  };
}
