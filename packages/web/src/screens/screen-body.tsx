import type { ScreenDefinition } from '@gantry/core';
import { lazy, Suspense } from 'react';
import { Loading } from '../parts/index.ts';
import { ownPages, type Page } from './own-pages.ts';
import { PageErrorBoundary } from './page-error-boundary.tsx';

const DefinedPage: Page = lazy(async () => ({
  default: (await import('./resource/resource-screen.tsx')).ResourceScreen,
}));

/** The page of a screen, loaded when it is opened. */
export function ScreenBody({ screen }: { readonly screen: ScreenDefinition }) {
  const Body = ownPages[screen.name] ?? DefinedPage;
  return (
    <PageErrorBoundary key={screen.path}>
      <Suspense
        fallback={
          <main id="page" className="page" tabIndex={-1}>
            <Loading />
          </main>
        }
      >
        <Body path={screen.path} />
      </Suspense>
    </PageErrorBoundary>
  );
}
