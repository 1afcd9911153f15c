/** The browsers inside apps: links leave them badly, wallets and banks' dialogs fail in them. */
export const isInApp = (): boolean =>
  /FBA[NV]|Instagram|TikTok|Bytedance|musical_ly|Snapchat|Line\//.test(navigator.userAgent);
