import { useEffect } from 'react';

const onMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** How the keys are written on this machine. */
export function getPaletteKeys(): string {
  return onMac() ? '⌘K' : 'Ctrl K';
}

/** Ctrl-K, or Cmd-K on a Mac, opens the palette from anywhere, and closes it. */
export function usePaletteKey(set: (change: (open: boolean) => boolean) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      set((open) => !open);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [set]);
}
