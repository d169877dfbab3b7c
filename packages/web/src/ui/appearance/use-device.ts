import type { ApplicationSettings } from '@gantry/core';
import { useEffect } from 'react';

/** Below this many pixels the side menu becomes a drawer. */
const mobileBelow = 992;
/** Below this many pixels (and above the other) the side menu shows its pictures alone. */
const collapseBelow = 1200;
const settleMs = 100;

/** What a width asks for. */
export function getDevice(width: number): Pick<ApplicationSettings, 'device' | 'hideMenu' | 'menuCollapse'> {
  const mobile = width - 1 < mobileBelow;
  return { device: mobile ? 'mobile' : 'desktop', hideMenu: mobile, menuCollapse: !mobile && width < collapseBelow };
}

/** Tells the looks when the window crosses from one device to the other; not while nobody looks at it. */
export function useDevice(change: (change: Partial<ApplicationSettings>) => void): void {
  useEffect(() => {
    let last = '';
    let timer = 0;
    const measure = () => {
      if (document.hidden) return;
      const next = getDevice(document.body.getBoundingClientRect().width);
      const name = JSON.stringify(next);
      if (name !== last) change(next);
      last = name;
    };
    const onResize = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(measure, settleMs);
    };
    measure();
    window.addEventListener('resize', onResize);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('resize', onResize);
    };
  }, [change]);
}
