import { canRun, getResourcePath, kebab, type SettingsDefinition } from '@gantry/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useCalls, useWords } from '../../../fields/index.ts';
import { useActions } from '../../../resource/action/use-actions.tsx';
import { useUndo } from '../../../resource/undo/use-undo.ts';
import { WithDefinition } from '../../../resource/use-definition.tsx';
import { Alert, Button } from '../../../ui/index.ts';
import { useSay } from '../../i18n/index.ts';
import { useSession } from '../../session/index.ts';

type DraftOf = NonNullable<SettingsDefinition['draftOf']>;

interface DraftBarProps {
  readonly draftOf: DraftOf;
  /** Time of the last load of the settings, in UTC ms. A save reloads them. */
  readonly savedAt: number;
}

/** Whether the draft differs from the published version, with a button that publishes it. */
export function DraftBar(props: DraftBarProps) {
  return (
    <WithDefinition name={props.draftOf.resource}>
      {(resource) => <Bar {...props} resource={resource} />}
    </WithDefinition>
  );
}

interface Version {
  readonly id: number;
  readonly name: string;
  readonly changedSince: boolean | null;
}

type BarProps = DraftBarProps & { readonly resource: Parameters<typeof useActions>[0] };

function Bar({ draftOf, savedAt, resource }: BarProps) {
  const t = useWords();
  const localize = useSay();
  const { call } = useCalls();
  const { rights } = useSession();
  const [publishedCount, setPublishedCount] = useState(0);
  const refresh = () => setPublishedCount((count) => count + 1);
  const { run, dialogs } = useActions(resource, {}, refresh, useUndo(refresh));
  const active = useQuery<Version | null>({
    queryKey: ['draft', resource.name, savedAt, publishedCount],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const body = { filters: { status: ['active'] }, pageSize: 1 };
      const answer = await call<{ readonly items: readonly Version[] }>(getResourcePath(resource.name, 'list'), body, {
        signal,
      });
      return answer.items[0] ?? null;
    },
  });
  if (active.data === undefined) return null;
  const version = active.data;
  const isPublished = version !== null && version.changedSince !== true;
  const action = resource.actions?.[draftOf.publish];
  const words =
    version === null
      ? t('resource.settings.neverPublished')
      : t(isPublished ? 'resource.settings.draftPublished' : 'resource.settings.draftDiffers', {
          version: version.name,
        });
  return (
    <>
      <Alert
        type={isPublished ? 'success' : 'warning'}
        content={
          <span data-testid="draft-state">
            {words}{' '}
            <Link className="cell-link" to={`${resource.path}?tab=${kebab(resource.name)}`}>
              {localize(resource.label)}
            </Link>
          </span>
        }
        action={
          action && !isPublished && canRun(rights, resource, action).ok ? (
            <Button type="primary" size="small" onClick={() => run(draftOf.publish, null)}>
              {localize(action.label)}
            </Button>
          ) : null
        }
      />
      {dialogs}
    </>
  );
}
