import { getDestination, type ScreenDefinition } from '@gantry/core';
import { type ReactNode, useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useToast } from '../../ui/index.ts';
import { PagePlaceProvider } from '../../ui/parts/index.ts';
import { useConfig } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import { useSession } from '../session/index.ts';
import { createLoginPath, navigateTo } from './place.ts';
import { usePlaceOf, useScreens } from './screens-context.tsx';

interface GuardedProps {
  readonly screen: ScreenDefinition;
  readonly children: ReactNode;
}

/** Shows a screen to users with access. Others see a message and are redirected as the guard decides. */
export function Guarded({ screen, children }: GuardedProps) {
  const { rights, host } = useSession();
  const screens = useScreens();
  const place = usePlaceOf(screen);
  const { siteName } = useConfig();
  const t = useT();
  const toast = useToast();
  const to = getDestination(screen, { hasToken: host.session.token() !== null, role: rights, screens });
  useEffect(() => {
    document.title = `${place.title} · ${siteName}`;
  }, [place.title, siteName]);
  useEffect(() => {
    if (to.go === 'login') navigateTo(createLoginPath(to.redirect));
  }, [to]);
  const closed = to.go === 'screen' || to.go === 'notFound';
  useEffect(() => {
    if (closed) toast.error(t('console.closedPage', { title: place.title }));
  }, [closed, toast, t, place.title]);
  if (to.go === 'screen') return <Navigate to={to.path} replace />;
  if (to.go === 'notFound') return <Navigate to="/not-found" replace />;
  return <PagePlaceProvider place={place}>{children}</PagePlaceProvider>;
}
