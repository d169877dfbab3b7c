import { useEffect, useState } from 'react';
import { useT } from '../../app/i18n/index.ts';
import { IconFullscreen, IconFullscreenExit } from '../../ui/icons.ts';
import { IconButton } from '../../ui/index.ts';

/** Follows the browser, which may leave full screen on its own initiative. */
export function useFullScreen(): { readonly on: boolean; readonly toggle: () => void } {
  const [on, setOn] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const follow = () => setOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  const toggle = () =>
    void (on ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {});
  return { on, toggle };
}

export function FullScreenButton() {
  const t = useT();
  const { on, toggle } = useFullScreen();
  if (!document.fullscreenEnabled) return null;
  return (
    <span className="wide-only">
      <IconButton
        label={t(on ? 'console.nav.exitFullScreen' : 'console.nav.fullScreen')}
        icon={on ? <IconFullscreenExit /> : <IconFullscreen />}
        type="outline"
        shape="circle"
        onClick={toggle}
      />
    </span>
  );
}
