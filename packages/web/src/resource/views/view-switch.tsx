import './views.css';
import { diffView, toViewQuery } from '@gantry/core';
import { Suspense, useState } from 'react';
import { useWords } from '../../fields/index.ts';
import { IconDown } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Loading } from '../../ui/parts/index.ts';
import { DropPanel } from '../list/drop-panel.tsx';
import type { ListUrl } from '../list/use-list-url.ts';
import type { Views } from './use-views.ts';

const ViewsPanel = lazyPart(async () => ({ default: (await import('./views-panel.tsx')).ViewsPanel }));

interface ViewSwitchProps {
  readonly views: Views;
  readonly list: ListUrl;
}

/** Which saved view the list shows, and the way to the others. */
export function ViewSwitch({ views, list }: ViewSwitchProps) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const { chosen } = views;
  const query = toViewQuery(list.state, list.look);
  const changed = chosen !== null && Object.keys(diffView(chosen.query, query)).length > 0;
  return (
    <DropPanel
      open={open}
      onOpen={setOpen}
      label={t('resource.views.title')}
      panel={
        <Suspense fallback={<Loading />}>
          <ViewsPanel views={views} query={query} changed={changed} onDone={() => setOpen(false)} />
        </Suspense>
      }
    >
      <Button
        className="view-switch"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="v"
        onClick={() => setOpen(!open)}
      >
        <span className="unseen">{t('resource.views.title')}: </span>
        <span className="view-name">{chosen?.name ?? t('resource.views.all')}</span>
        {changed ? (
          <span className="view-changed">
            <span aria-hidden="true">•</span>
            <span className="unseen">{t('resource.views.changed')}</span>
          </span>
        ) : null}
        <IconDown aria-hidden="true" />
      </Button>
    </DropPanel>
  );
}
