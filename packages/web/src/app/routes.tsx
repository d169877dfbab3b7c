import type { ScreenDefinition } from '@gantry/core';
import { useEffect, useState } from 'react';
import { createBrowserRouter, Navigate, type RouteObject, RouterProvider } from 'react-router-dom';
import { Shell } from '../layout/shell.tsx';
import { basePath } from './base-path.ts';
import { Guarded } from './router/guarded.tsx';
import { RedirectPage } from './router/redirect-page.tsx';
import { ScreensProvider } from './router/screens-context.tsx';
import { NotFound } from './screens/not-found.tsx';
import { BrokenFrame } from './screens/page-error-boundary.tsx';
import { ScreenBody } from './screens/screen-body.tsx';

/** All routes of the console: one for each existing screen, the internal redirect, and the "not found" page. */
function createRoutes(screens: readonly ScreenDefinition[]): RouteObject[] {
  const pages = screens.map((screen) => ({
    path: screen.path,
    element: (
      <Guarded screen={screen}>
        <ScreenBody screen={screen} />
      </Guarded>
    ),
  }));
  return [
    {
      path: '/',
      element: <Shell />,
      errorElement: <BrokenFrame />,
      children: [
        { index: true, element: <Navigate to="/workplace" replace /> },
        ...pages,
        { path: '/redirect/*', element: <RedirectPage /> },
        { path: '*', element: <NotFound /> },
      ],
    },
  ];
}

type Router = ReturnType<typeof createBrowserRouter>;

export function ConsoleRouter({ screens }: { readonly screens: readonly ScreenDefinition[] }) {
  const [router, setRouter] = useState<Router | null>(null);
  useEffect(() => {
    const made = createBrowserRouter(createRoutes(screens), { basename: basePath || '/' });
    setRouter(made);
    return () => made.dispose();
  }, [screens]);
  return <ScreensProvider screens={screens}>{router ? <RouterProvider router={router} /> : null}</ScreensProvider>;
}
