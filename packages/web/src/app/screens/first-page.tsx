import { createContext, useContext } from 'react';

const FirstPageContext = createContext(true);

/** Whether the page that the console was opened at can be drawn whole; the frame around it is drawn before. */
export const FirstPageProvider = FirstPageContext.Provider;

export function useFirstPageReady(): boolean {
  return useContext(FirstPageContext);
}
