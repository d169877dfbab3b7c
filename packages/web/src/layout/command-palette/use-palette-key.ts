import { useEffect } from 'react';

const onMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** Returns the label of the shortcut on this platform. */
export function getPaletteKeys(): string {
  return onMac() ? '⌘K' : 'Ctrl K';
}

/** Opens and closes the palette from anywhere with Ctrl-K, or Cmd-K on a Mac. */
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
