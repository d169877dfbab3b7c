import './result.css';
import {
  type Action,
  type AnyResource,
  actionPreviews,
  checkInput,
  formatResult,
  getInputFields,
  getResourcePath,
  type Values,
} from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormat, useLocale } from '../../app/i18n/index.ts';
import { type FieldRecord, useCalls, useWords } from '../../fields/index.ts';
import { Alert } from '../../ui/index.ts';
import { Loading } from '../../ui/parts/index.ts';
import { AnswerView } from './answer-view.tsx';

/** Delay of a preview after the last change, in ms. */
const pauseMs = 400;

interface PreviewAction {
  readonly name: string;
  readonly action: Action;
}

/** Returns the action that previews another one, or null. Many records have no common preview. */
export function findPreviewAction(
  resource: AnyResource,
  name: string,
  record: FieldRecord | null,
): PreviewAction | null {
  const previewName = actionPreviews[`${resource.name}.${name}`];
  const action = previewName === undefined ? undefined : resource.actions?.[previewName];
  if (previewName === undefined || !action || (action.on === 'record' && record === null)) return null;
  return { name: previewName, action };
}

interface ActionPreviewProps {
  readonly resource: AnyResource;
  readonly preview: PreviewAction;
  readonly record: FieldRecord | null;
  /** The values typed so far. */
  readonly values: Values;
}

/** What an action would do with the typed values, requested again after each change; nothing while they are incomplete. */
export function ActionPreview({ resource, preview, record, values }: ActionPreviewProps) {
  const t = useWords();
  const locale = useLocale();
  const format = useFormat();
  const calls = useCalls();
  const fields = getInputFields(resource, preview.action);
  const typed = Object.fromEntries(Object.keys(fields).map((name) => [name, values[name] ?? null]));
  const checked = checkInput(fields, typed, locale, t);
  const body = checked.ok ? JSON.stringify({ ...(record ? { id: record.id } : {}), ...checked.value }) : null;
  const settled = useSettledBody(body);
  const { data, error, isFetching } = useQuery({
    queryKey: ['action-preview', resource.name, preview.name, settled],
    enabled: settled !== null && settled === body,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    queryFn: () => calls.call(getResourcePath(resource.name, preview.name), JSON.parse(settled ?? '{}')),
  });
  if (body === null) return null;
  if (settled !== body || isFetching) return <Loading />;
  if (error) return <Alert type="error" content={error.message} />;
  return (
    <section className="action-preview" aria-label={t('resource.action.preview')}>
      <h3>{t('resource.action.preview')}</h3>
      <AnswerView answer={formatResult(data, preview.action.output, format)} />
    </section>
  );
}

/** The body of the first request immediately, and of a later one when nothing has changed for a while. */
function useSettledBody(body: string | null): string | null {
  const [settled, setSettled] = useState(body);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(body), pauseMs);
    return () => window.clearTimeout(timer);
  }, [body]);
  return settled;
}
