/** Where this release's own files for cards lie: the icons of the platforms among them. */
export const embedFolder = `/embed/${process.env.BUSKER_VERSION ?? ''}/`;
