import type { ScreenDefinition } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useFirstPageReady } from './first-page.tsx';
import { createPageQuery } from './open-page.ts';
import { PageErrorBoundary } from './page-error-boundary.tsx';
import { PageOpening } from './page-opening.tsx';

/** The page of a screen, loaded when it is opened. */
export function ScreenBody({ screen }: { readonly screen: ScreenDefinition }) {
  return (
    <PageErrorBoundary key={screen.path}>
      <Body screen={screen} />
    </PageErrorBoundary>
  );
}

/** Waits without suspending: a page that is there already is drawn with the frame, and never held back behind a fallback. */
function Body({ screen }: { readonly screen: ScreenDefinition }) {
  const ready = useFirstPageReady();
  const { data } = useQuery({ ...createPageQuery(screen), throwOnError: true });
  return data && ready ? <data.Page path={screen.path} /> : <PageOpening />;
}
