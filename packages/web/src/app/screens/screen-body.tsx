import type { ScreenDefinition } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useFirstPageReady } from './first-page.tsx';
import { createPageQuery } from './open-page.ts';
import { PageErrorBoundary } from './page-error-boundary.tsx';
import { PageOpening } from './page-opening.tsx';

/** The page of a screen, loaded on opening. */
export function ScreenBody({ screen }: { readonly screen: ScreenDefinition }) {
  return (
    <PageErrorBoundary key={screen.path}>
      <Body screen={screen} />
    </PageErrorBoundary>
  );
}

/** Waits without suspending: a page that is already loaded renders together with the frame, without showing a fallback. */
function Body({ screen }: { readonly screen: ScreenDefinition }) {
  const ready = useFirstPageReady();
  const { data } = useQuery({ ...createPageQuery(screen), throwOnError: true });
  return data && ready ? <data.Page path={screen.path} /> : <PageOpening />;
}
