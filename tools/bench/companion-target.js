'use strict';
// The companion as a target of the live-table harness: five phones look at the table page of a game of Ingenious, and a
// round is one tile of the seat whose turn it is, posted as the entry form posts it. A phone has seen a round when the
// changed parts have come, and only if the newest row of the score pad in them is that of this round. Like a browser it
// loads the page first, over the connection on which it posts later.
// HARNESS is the folder of the harness, COMPANION the command.
const { execFileSync } = require('child_process');
const fs = require('fs'), http = require('http'), path = require('path'), querystring = require('querystring');
const SseClient = require(path.resolve(process.env.HARNESS || '.', 'clients/sse'));

const PLAYERS = ['Ann', 'Ben', 'Cleo', 'Dan'];
const COLOURS = 'rgboyp';
const NEWEST = /\/entries\/(\d+)\/steps/;
const agent = new http.Agent({ keepAlive: true, maxSockets: 100 });

const formHeaders = (port) => ({ 'content-type': 'application/x-www-form-urlencoded', origin: `http://127.0.0.1:${port}`, 'hx-request': 'true' });

// A tile whose halves score nothing: the game goes on for as long as the measuring does.
const tile = (key, version) => querystring.stringify({ act: key, version, m0: `${COLOURS[version % 6]}0`, m1: `${COLOURS[(version + 1) % 6]}0` });

function ask(port, method, address, body = '', cookie = '', own = agent, onSocket = () => {}) {
  return new Promise((resolve, reject) => {
    const headers = { ...formHeaders(port), 'content-length': Buffer.byteLength(body), cookie };
    const request = http.request({ host: '127.0.0.1', port, method, path: address, agent: own, headers }, (response) => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('data', (piece) => { answer += piece; });
      response.on('end', () => (response.statusCode < 400 ? resolve({ answer, headers: response.headers }) : reject(new Error(`${method} ${address}: ${response.statusCode} ${answer.slice(0, 300)}`))));
    });
    request.on('error', reject);
    request.on('socket', onSocket);
    request.end(body);
  });
}

const cookieOf = ({ headers }) => headers['set-cookie'][0].split(';')[0];

async function createTable(port, { seed }) {
  const opened = await ask(port, 'POST', '/new/ingenious', querystring.stringify({ player: PLAYERS }));
  const id = (opened.headers['hx-redirect'] || opened.headers.location).split('/')[2], host = cookieOf(opened);
  const shared = await ask(port, 'GET', `/t/${id}/share`, '', host);
  const link = shared.answer.match(/data-link="scorer" href="https?:\/\/[^/"]+([^"]+)"/)[1];
  for (let version = 0; version < seed; version += 1) await ask(port, 'POST', `/t/${id}/enter`, tile(`seed${version}`, version), host);
  return { id, host, link, sent: new Map() };
}

// How often the event loop was how late, as /metrics counts it: asked for at the first round after phones have joined, and
// when the first phone leaves. What came between goes as a line of JSON to the file LOOP_DELAYS.
const delays = {
  before: new Map(), joined: new Set(),
  read: async (port) => {
    const { answer } = await ask(port, 'GET', '/metrics');
    return [...answer.matchAll(/^companion_loop_delay_seconds_bucket\{le="([^"]+)"\} (\S+)$/gm)].map(([, bound, count]) => [bound, Number(count)]);
  },
  async begin(port) {
    if (!process.env.LOOP_DELAYS || !this.joined.delete(port)) return;
    this.before.set(port, this.read(port));
  },
  async end(port) {
    const begun = this.before.get(port);
    if (!begun) return;
    this.before.delete(port);
    const before = new Map(await begun), counts = (await this.read(port)).map(([bound, count]) => [bound, count - before.get(bound)]);
    fs.appendFileSync(process.env.LOOP_DELAYS, `${JSON.stringify(counts)}\n`);
  },
};

class TablePhone extends SseClient {
  constructor(options, onRounds) {
    super(options, onRounds);
    this.port = options.port;
    this.target = { ...options.target, profile: this.waysOf(options) };
  }

  async close() {
    await delays.end(this.port);
    return super.close();
  }

  waysOf({ port, table }) {
    return {
      join: async (_ask, _table, index) => {
        const cookie = index ? cookieOf(await ask(port, 'POST', table.link)) : table.host;
        await ask(port, 'GET', `/t/${table.id}`, '', cookie, this.agent, (socket) => this.watch(socket));
        delays.joined.add(port);
        return cookie;
      },
      stream: (_table, _index, cookie) => ({ path: `/t/${table.id}/live/table`, headers: { cookie } }),
      post: (_table, _index, round, cookie, view) => {
        delays.begin(port);
        table.sent.set(view.version + 1, round.id);
        return { method: 'POST', path: `/t/${table.id}/enter`, headers: { ...formHeaders(port), cookie }, body: tile(round.id, view.version) };
      },
      onEvent: (name, news, view) => {
        if (name !== 'version' && name !== 'change') return null;
        view.version = news.version;
        if (name === 'version') return { count: news.version, lastId: table.sent.get(news.version) };
        const newest = Number(NEWEST.exec(news.parts.pad || '')?.[1]);
        return { count: news.version, lastId: newest === news.version ? table.sent.get(newest) : 'another row' };
      },
    };
  }
}

// Some companions on PostgreSQL behind haproxy, by PYTHON in the folder of the project, ROOT.
const site = (companions) => ({
  name: `companions-${companions}`,
  desc: `${companions} of them on PostgreSQL behind haproxy`,
  readyPath: '/healthz',
  spawn: ({ port, dir }) => {
    const cmd = process.env.PYTHON || 'python3', cwd = process.env.ROOT, site = ['-m', 'tools.bench.site'];
    // Here, as the clock of the harness starts after it.
    execFileSync(cmd, [...site, 'prepare', dir], { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
    return { cmd, args: [...site, String(port), dir, String(companions)], env: {}, cwd };
  },
  createTable,
  Client: TablePhone,
});

const peer = require(path.resolve(process.env.HARNESS || '.', 'lib/targets')).list.find(({ name }) => name === 'bgio-flat-np310');
const durablePeer = {
  ...peer,
  name: 'bgio-durable',
  desc: 'the same, but on disk before a phone is told',
  spawn: (place) => {
    const { cmd, args, env } = peer.spawn(place);
    return { cmd, args: ['-r', path.join(__dirname, 'durable-peer.js'), ...args], env };
  },
};

module.exports = [durablePeer, {
  name: 'companion',
  desc: 'the companion: a form posted, on disk before it is answered, changed parts of the page by SSE',
  readyPath: '/healthz',
  spawn: ({ port, dir }) => ({
    cmd: process.env.COMPANION || 'companion',
    args: ['serve', '--host', '127.0.0.1', '--port', String(port), '--database', path.join(dir, 'companion.sqlite')],
    env: {},
    cwd: dir,
  }),
  createTable,
  Client: TablePhone,
}, site(1), site(2)];
