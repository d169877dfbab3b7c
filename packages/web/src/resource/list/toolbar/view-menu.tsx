import type { AnyResource } from '@gantry/core';
import { Suspense, useState } from 'react';
import { useWords } from '../../../fields/index.ts';
import { IconSettings } from '../../../ui/icons.ts';
import { IconButton } from '../../../ui/index.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Loading } from '../../../ui/parts/index.ts';
import { DropPanel } from '../drop-panel.tsx';
import type { ListUrl } from '../use-list-url.ts';

const ViewPanel = lazyPart(async () => ({ default: (await import('./view-panel.tsx')).ViewPanel }));

export interface ViewMenuProps {
  readonly resource: AnyResource;
  readonly role: string;
  readonly list: ListUrl;
}

/** Selects the visible columns, their order, the pinned ones and the row density. */
export function ViewMenu({ resource, role, list }: ViewMenuProps) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  return (
    <DropPanel
      open={open}
      onOpen={setOpen}
      label={t('resource.list.view')}
      position="br"
      panel={
        <Suspense fallback={<Loading />}>
          <ViewPanel resource={resource} role={role} list={list} />
        </Suspense>
      }
    >
      <IconButton
        raw
        type="secondary"
        label={t('resource.list.view')}
        icon={<IconSettings />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
    </DropPanel>
  );
}
