// This text is put in front of the embed's entry (scripts/rollup/embed.mjs). It links the lazy chunks to the entry. Why not plain `import`: a chunk
// that imports the entry names it by its address, but pages load the entry under other addresses too (`v1.js?ver=6.8` by a CMS, the pinned
// `<version>/busker.js`, through a redirect). The browser would then run the whole entry a second time, with a second renderer, and hooks break
// across the two. Handed to the chunk as an argument, the entry is the one that runs, under whatever address. The chunks stay the same files for both
// entries. The build fills in the two blanks: { file: [integrity, ...files it needs] }, and the folder where the files lie. The entry's table lists
// only the chunks that it loads itself; each chunk contains the table of the chunks that it can load.
const chunks = __CHUNKS__;
const folder = new URL(__FOLDER__, import.meta.url).href;
const linked = new Map();
const failures = new Map();

function run(dependencies, factory) {
  const namespace = {};
  const setters = [];
  const publish = (name, value) => {
    Object.assign(namespace, typeof name === 'string' ? { [name]: value } : name);
    for (const set of setters) set(namespace);
    return value;
  };
  const part = factory(publish, { import: load, meta: { url: import.meta.url } });
  dependencies.forEach((dependency, index) => {
    const set = part.setters?.[index];
    if (!set) return;
    set(dependency.namespace);
    dependency.setters.push(set);
  });
  part.execute();
  return { namespace, setters };
}

function load(name) {
  return link(name).then((part) => part.namespace);
}

function link(name) {
  const file = name.replace('./', '');
  const known = linked.get(file);
  if (known) return known;
  const [integrity, ...needs] = chunks[file];
  const linking = Promise.all([fetchChecked(file, integrity), ...needs.map(link)]).then(async ([chunk]) => {
    const [names, factory, more] = chunk.default;
    Object.assign(chunks, more);
    return run(await Promise.all(names.map(link)), factory);
  });
  linked.set(file, linking);
  // The next tap tries again. Under another address, since browsers remember a module that failed to load.
  linking.catch(() => {
    linked.delete(file);
    failures.set(file, (failures.get(file) ?? 0) + 1);
  });
  return linking;
}

/**
 * `import()` has no integrity option. A preload has one, and the import then uses the checked module. WebKit runs a preloaded module also when it does
 * not match; there a module script loads it, since a chunk does nothing by itself. A page whose trusted types refuse that gets no chunk in WebKit.
 */
function fetchChecked(file, integrity) {
  const again = failures.get(file);
  const address = folder + file + (again ? `?again=${again}` : '');
  const isWebKit = navigator.vendor[0] === 'A';
  const preload = Object.assign(document.createElement(isWebKit ? 'script' : 'link'), {
    ...(isWebKit ? { type: 'module', src: address } : { rel: 'modulepreload', href: address }),
    integrity,
    crossOrigin: 'anonymous',
    nonce: [...document.scripts].find((script) => script.src === import.meta.url)?.nonce ?? '',
  });
  const checked = new Promise((resolve, reject) => {
    // An old browser.
    if (preload.relList?.supports('modulepreload') === false) throw new Error(address);
    preload.onload = resolve;
    // Either it did not load, or it is not the file that was published.
    preload.onerror = () => reject(new Error(address));
    document.head.append(preload);
  });
  return checked.finally(() => preload.remove()).then(() => import(address));
}
