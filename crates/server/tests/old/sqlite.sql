PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    rules TEXT NOT NULL,
    white TEXT,
    black TEXT,
    plies INTEGER NOT NULL,
    ending TEXT,
    seats TEXT NOT NULL
, due INTEGER, public INTEGER NOT NULL DEFAULT 1, open INTEGER NOT NULL DEFAULT 0, clock TEXT NOT NULL DEFAULT 'none', rated BOOLEAN NOT NULL DEFAULT FALSE) WITHOUT ROWID;
INSERT INTO games VALUES('4ukncf9jea',1794970386838,1794970386842,'russian','Computer, level 10','Guest',1,'draw: agreed','{"white":{"person":"110831de9ffe9f5d8679792e7115af92f1123b6c4eae8ce7ac56c1e3cdd37ce6"},"black":{"person":"96f596d2056f24cdd54370c4c01e5f174e62db91ffd378e55a0fbcea00bc2cd1"},"people":[null,null],"rated":false}',NULL,1,0,'none',0);
INSERT INTO games VALUES('7c29ta95ii',1794970386822,1794970386829,'russian','Eve','Computer, level 2',0,'black wins: white resigned','{"white":{"person":"e4173d0263bc9a8a19a38e9f03c25e9cb819001664947d894a7e44f60d87cbd0"},"black":{"computer":2},"people":[null,null],"rated":false}',NULL,1,0,'none',0);
INSERT INTO games VALUES('99wikiafnc',1794970386890,1794970387901,'russian','White','Black',1,'white wins: black ran out of time','{"white":{"person":"ffdebc08d0f995e92b153be33fc9b9bcf6e08fe0a3b047b007f0e235f36a3b8b"},"black":{"person":"ffdebc08d0f995e92b153be33fc9b9bcf6e08fe0a3b047b007f0e235f36a3b8b"},"people":[null,null],"rated":false}',NULL,1,0,'1s',0);
INSERT INTO games VALUES('dxxwaqimrt',1794970386843,1794970386844,'russian','White','Black',0,'no result: the game was called off','{"white":{"person":"438b998d678744c2a31f17c66f0929a1a23c3570d7d704abcd4c91fc0537ebbf"},"black":{"person":"438b998d678744c2a31f17c66f0929a1a23c3570d7d704abcd4c91fc0537ebbf"},"people":[null,null],"rated":false}',NULL,1,0,'none',0);
INSERT INTO games VALUES('fy7a8ss8q6',1794970386861,1794970386861,'russian','Guest',NULL,0,NULL,'{"white":{"person":"ae9a0c62d6c7e33fcc2eb9fa87679404eaff28bb7a1022a821a98819deadeb67"},"black":"open","people":[null,null],"rated":false}',NULL,1,1,'3d/move',0);
INSERT INTO games VALUES('gh72vipf3n',1794970386845,1794970386846,'russian','Ada (guest)','White',1,NULL,'{"white":{"person":"1f9ea35e1ef5a39401f90e22752c4caa2c10e398d16b0bc12fae846209000c5b"},"black":{"person":"1f9ea35e1ef5a39401f90e22752c4caa2c10e398d16b0bc12fae846209000c5b"},"people":[null,null],"rated":false}',NULL,1,0,'none',0);
INSERT INTO games VALUES('nwy9byrrcc',1794970386859,1794970386859,'russian','Bo','Ada',0,NULL,'{"white":{"person":"2a9c51e00b923cf2a712e4065b0620b8f0f5369fbb88715d0960aeff6569fd1e"},"black":{"person":"731d4259af3f442b152a655e04185e39a795e352e14d942ccfc70ee1306b0a06"},"people":[{"id":"bpew6etwfz","name":"Bo","rating":1338,"provisional":true},{"id":"varc6d7hmi","name":"Ada","rating":1662,"provisional":true}],"rated":true}',1794970686859,1,0,'5m+3s',1);
INSERT INTO games VALUES('sky3nn74i3',1794970386862,1794970386862,'russian',NULL,'Zoe',0,NULL,'{"white":{"invited":"65d9893a70381614f6eddeaa93dd89b44faa539e2447c54cd95fd116fba2d99c"},"black":{"person":"57ff807364158aa2873ed7f5f8e21a4613b02d700e3b784d29494115b21980a1"},"people":[null,null],"rated":false}',NULL,1,0,'none',0);
INSERT INTO games VALUES('t59dxtnc76',1794970386846,1794970386848,'russian','Ada','Magnus',1,NULL,'{"white":{"person":"9cc035ffebc61afc2fc587442b18f326e765bedb9aca36de39e2632809c00449"},"black":{"person":"9cc035ffebc61afc2fc587442b18f326e765bedb9aca36de39e2632809c00449"},"people":[{"id":"varc6d7hmi","name":"Ada","rating":null,"provisional":false},{"id":"varc6d7hmi","name":"Ada","rating":null,"provisional":false}],"rated":false}',NULL,1,0,'none',0);
INSERT INTO games VALUES('tad4a79cz4',1794970386849,1794970386859,'russian','Ada','Bo',2,'white wins: black resigned','{"white":{"person":"731d4259af3f442b152a655e04185e39a795e352e14d942ccfc70ee1306b0a06"},"black":{"person":"2a9c51e00b923cf2a712e4065b0620b8f0f5369fbb88715d0960aeff6569fd1e"},"people":[{"id":"varc6d7hmi","name":"Ada","rating":1500,"provisional":true},{"id":"bpew6etwfz","name":"Bo","rating":1500,"provisional":true}],"rated":true}',NULL,1,0,'5m+3s',1);
INSERT INTO games VALUES('tcryb7meef',1794970386878,1794970386889,'russian','White','Black',8,'draw: the same position 3 times','{"white":{"person":"1229db0bd17749210bf52ff0e9c19dc78b244c43c086c9b5c76b33c13af1ce50"},"black":{"person":"1229db0bd17749210bf52ff0e9c19dc78b244c43c086c9b5c76b33c13af1ce50"},"people":[null,null],"rated":false}',NULL,1,0,'none',0);
INSERT INTO games VALUES('ukxt5xv6zw',1794970386863,1794970386864,'american','White','Black',1,'black wins: no pieces','{"white":{"person":"f566a7545bb7bd57ab253605a1e18cb0312c548b69e6cfe7c75516d19934d2b7"},"black":{"person":"f566a7545bb7bd57ab253605a1e18cb0312c548b69e6cfe7c75516d19934d2b7"},"people":[null,null],"rated":false}',NULL,1,0,'none',0);
INSERT INTO games VALUES('v5txxudpqe',1794970386865,1794970386877,'american','White','Black',8,'draw: the same position 3 times (on claim)','{"white":{"person":"f6d790e564becf5aba98ca7959b6b2b59b530a9893618bc79e065814611e510c"},"black":{"person":"f6d790e564becf5aba98ca7959b6b2b59b530a9893618bc79e065814611e510c"},"people":[null,null],"rated":false}',NULL,1,0,'none',0);
CREATE TABLE events (
    game TEXT NOT NULL,
    seq INTEGER NOT NULL,
    line TEXT NOT NULL,
    client TEXT,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
INSERT INTO events VALUES('4ukncf9jea',0,'damier-log 1',NULL);
INSERT INTO events VALUES('4ukncf9jea',1,'0 create at=1794970386838 seed=2953628856709196 colors=white clock=none lag=500 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~b1b7514f',NULL);
INSERT INTO events VALUES('4ukncf9jea',2,'0 join white Computer, level 10 ~c13383bb',NULL);
INSERT INTO events VALUES('4ukncf9jea',3,'2 join black Guest ~95b6dbd0',NULL);
INSERT INTO events VALUES('4ukncf9jea',4,'2 white c3-d4 #f2432dccb4dcace9 ~bc6939c6',NULL);
INSERT INTO events VALUES('4ukncf9jea',5,'3 white offer draw ~2f78d153',NULL);
INSERT INTO events VALUES('4ukncf9jea',6,'4 black accept draw ~6d8bf9f6',NULL);
INSERT INTO events VALUES('7c29ta95ii',0,'damier-log 1',NULL);
INSERT INTO events VALUES('7c29ta95ii',1,'0 create at=1794970386822 seed=7791298833133144 colors=white clock=none lag=0 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~dd39bd5b',NULL);
INSERT INTO events VALUES('7c29ta95ii',2,'0 join white Eve ~aa6e0a65',NULL);
INSERT INTO events VALUES('7c29ta95ii',3,'0 join black Computer, level 2 ~d575f313',NULL);
INSERT INTO events VALUES('7c29ta95ii',4,'7 white resign ~1222bf3d',NULL);
INSERT INTO events VALUES('99wikiafnc',0,'damier-log 1',NULL);
INSERT INTO events VALUES('99wikiafnc',1,'0 create at=1794970386890 seed=8724045272291633 colors=white clock=1s lag=0 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~7b985c56',NULL);
INSERT INTO events VALUES('99wikiafnc',2,'0 join white White ~67d2fa1c',NULL);
INSERT INTO events VALUES('99wikiafnc',3,'0 join black Black ~be8b897e',NULL);
INSERT INTO events VALUES('99wikiafnc',4,'2 white c3-d4 #f2432dccb4dcace9 ~26744869',NULL);
INSERT INTO events VALUES('99wikiafnc',5,'1011 black flag ~bcb905af',NULL);
INSERT INTO events VALUES('dxxwaqimrt',0,'damier-log 1',NULL);
INSERT INTO events VALUES('dxxwaqimrt',1,'0 create at=1794970386843 seed=4461868414274694 colors=white clock=none lag=0 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~b78da4a9',NULL);
INSERT INTO events VALUES('dxxwaqimrt',2,'0 join white White ~a466eb0b',NULL);
INSERT INTO events VALUES('dxxwaqimrt',3,'0 join black Black ~3a04ca64',NULL);
INSERT INTO events VALUES('dxxwaqimrt',4,'1 white abort ~a02b8369',NULL);
INSERT INTO events VALUES('fy7a8ss8q6',0,'damier-log 1',NULL);
INSERT INTO events VALUES('fy7a8ss8q6',1,'0 create at=1794970386861 seed=8868596444671117 colors=white clock=3d/move lag=500 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~d1bbb1e5',NULL);
INSERT INTO events VALUES('fy7a8ss8q6',2,'0 join white Guest ~d2cd3479',NULL);
INSERT INTO events VALUES('gh72vipf3n',0,'damier-log 1',NULL);
INSERT INTO events VALUES('gh72vipf3n',1,'0 create at=1794970386845 seed=2394656029005938 colors=black clock=none lag=0 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~d29592f8',NULL);
INSERT INTO events VALUES('gh72vipf3n',2,'0 join black White ~6a333bc6',NULL);
INSERT INTO events VALUES('gh72vipf3n',3,'0 join white Ada (guest) ~9d120b50',NULL);
INSERT INTO events VALUES('gh72vipf3n',4,'1 white c3-d4 #f2432dccb4dcace9 ~e271a6aa',NULL);
INSERT INTO events VALUES('nwy9byrrcc',0,'damier-log 1',NULL);
INSERT INTO events VALUES('nwy9byrrcc',1,'0 create at=1794970386859 seed=14718210660783542754 colors=black clock=5m+3s lag=500 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~2cfc8887',NULL);
INSERT INTO events VALUES('nwy9byrrcc',2,'0 join white Bo ~9971680b',NULL);
INSERT INTO events VALUES('nwy9byrrcc',3,'0 join black Ada ~6bd2d220',NULL);
INSERT INTO events VALUES('sky3nn74i3',0,'damier-log 1',NULL);
INSERT INTO events VALUES('sky3nn74i3',1,'0 create at=1794970386862 seed=4447710934234243 colors=black clock=none lag=500 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~123e508c',NULL);
INSERT INTO events VALUES('sky3nn74i3',2,'0 join black Zoe ~91a004bd',NULL);
INSERT INTO events VALUES('t59dxtnc76',0,'damier-log 1',NULL);
INSERT INTO events VALUES('t59dxtnc76',1,'0 create at=1794970386846 seed=7971782779227914 colors=white clock=none lag=0 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~cfc4d407',NULL);
INSERT INTO events VALUES('t59dxtnc76',2,'0 join white Ada ~449ee6b4',NULL);
INSERT INTO events VALUES('t59dxtnc76',3,'0 join black Magnus ~2d6de8ee',NULL);
INSERT INTO events VALUES('t59dxtnc76',4,'2 white c3-d4 #f2432dccb4dcace9 ~75afa7ce',NULL);
INSERT INTO events VALUES('tad4a79cz4',0,'damier-log 1',NULL);
INSERT INTO events VALUES('tad4a79cz4',1,'0 create at=1794970386849 seed=2502335773096973 colors=white clock=5m+3s lag=500 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~dd76bd22',NULL);
INSERT INTO events VALUES('tad4a79cz4',2,'0 join white Ada ~d3cda82d',NULL);
INSERT INTO events VALUES('tad4a79cz4',3,'1 join black Bo ~788d2b74',NULL);
INSERT INTO events VALUES('tad4a79cz4',4,'2 white c3-d4 #f2432dccb4dcace9 ~b0d0ff89',NULL);
INSERT INTO events VALUES('tad4a79cz4',5,'3 black d6-c5 #41d47f9c627776c7 ~94b40ad8',NULL);
INSERT INTO events VALUES('tad4a79cz4',6,'4 black resign ~2dec9eac',NULL);
INSERT INTO events VALUES('tad4a79cz4',7,'9 white offer rematch ~2b8d3b82',NULL);
INSERT INTO events VALUES('tad4a79cz4',8,'10 black accept rematch ~4d8a2a0c',NULL);
INSERT INTO events VALUES('tcryb7meef',0,'damier-log 1',NULL);
INSERT INTO events VALUES('tcryb7meef',1,'0 create at=1794970386878 seed=5942690176059753 colors=white clock=none lag=0 touch-move=no opening=fen:W:WKc1:BKf8 rules=russian #c5ee01d141e16da9 ~e16c24ed',NULL);
INSERT INTO events VALUES('tcryb7meef',2,'0 join white White ~18b2e31a',NULL);
INSERT INTO events VALUES('tcryb7meef',3,'0 join black Black ~44ffe34e',NULL);
INSERT INTO events VALUES('tcryb7meef',4,'2 white c1-d2 #b34b6e0003f7890f ~71a73496',NULL);
INSERT INTO events VALUES('tcryb7meef',5,'3 black f8-g7 #aac13474884c7eff ~2d4d289b',NULL);
INSERT INTO events VALUES('tcryb7meef',6,'4 white d2-c1 #dc645ba5ca5a9a59 ~009c5ace',NULL);
INSERT INTO events VALUES('tcryb7meef',7,'5 black g7-f8 #c5ee01d141e16da9 ~1a7bee9c',NULL);
INSERT INTO events VALUES('tcryb7meef',8,'7 white c1-d2 #b34b6e0003f7890f ~44d9ebec',NULL);
INSERT INTO events VALUES('tcryb7meef',9,'8 black f8-g7 #aac13474884c7eff ~639d7e47',NULL);
INSERT INTO events VALUES('tcryb7meef',10,'9 white d2-c1 #dc645ba5ca5a9a59 ~2835fd2c',NULL);
INSERT INTO events VALUES('tcryb7meef',11,'11 black g7-f8 #c5ee01d141e16da9 ~e5d61365',NULL);
INSERT INTO events VALUES('ukxt5xv6zw',0,'damier-log 1',NULL);
INSERT INTO events VALUES('ukxt5xv6zw',1,'0 create at=1794970386863 seed=3850225869249914 colors=white clock=none lag=0 touch-move=no opening=fen:B:W18:B14 rules=american #74b9ff53c97ff4fa ~70af82b4',NULL);
INSERT INTO events VALUES('ukxt5xv6zw',2,'0 join white White ~624dc2fa',NULL);
INSERT INTO events VALUES('ukxt5xv6zw',3,'0 join black Black ~32bc47ee',NULL);
INSERT INTO events VALUES('ukxt5xv6zw',4,'1 black 14x23 #12a732987e7ef527 ~3ec7f1f5',NULL);
INSERT INTO events VALUES('v5txxudpqe',0,'damier-log 1',NULL);
INSERT INTO events VALUES('v5txxudpqe',1,'0 create at=1794970386865 seed=1046508594576601 colors=white clock=none lag=0 touch-move=no opening=fen:W:WK32:BK1 rules=american #b54bcdcc81f74324 ~9e54878b',NULL);
INSERT INTO events VALUES('v5txxudpqe',2,'0 join white White ~df49fd7a',NULL);
INSERT INTO events VALUES('v5txxudpqe',3,'0 join black Black ~84b67c8e',NULL);
INSERT INTO events VALUES('v5txxudpqe',4,'1 white 32-28 #ff951b52b68d271f ~46fab3c1',NULL);
INSERT INTO events VALUES('v5txxudpqe',5,'3 black 1-5 #e27b202fc12d42d5 ~ab7b3d25',NULL);
INSERT INTO events VALUES('v5txxudpqe',6,'4 white 28-32 #a8a5f6b1f65726ee ~7a81e2e4',NULL);
INSERT INTO events VALUES('v5txxudpqe',7,'5 black 5-1 #b54bcdcc81f74324 ~4a8a7a81',NULL);
INSERT INTO events VALUES('v5txxudpqe',8,'6 white 32-28 #ff951b52b68d271f ~03cf289a',NULL);
INSERT INTO events VALUES('v5txxudpqe',9,'8 black 1-5 #e27b202fc12d42d5 ~5a8fc381',NULL);
INSERT INTO events VALUES('v5txxudpqe',10,'9 white 28-32 #a8a5f6b1f65726ee ~2d313315',NULL);
INSERT INTO events VALUES('v5txxudpqe',11,'10 black 5-1 #b54bcdcc81f74324 ~286c6a46',NULL);
INSERT INTO events VALUES('v5txxudpqe',12,'12 white claim ~ee5de425',NULL);
CREATE TABLE alive (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);
INSERT INTO alive VALUES(1,1794970387716);
CREATE TABLE outages (began INTEGER NOT NULL, ended INTEGER NOT NULL PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    secret TEXT NOT NULL,
    created BIGINT NOT NULL
);
INSERT INTO people VALUES('varc6d7hmi','Ada','ada','$argon2id$v=19$m=19456,t=2,p=1$Ixu/HJUK+3o2qFnzX2WFZw$Iri+hsDwkaDIa9mBAf98Z5AKINhz/nBGCjjh9xaif5M',1794970386465);
INSERT INTO people VALUES('bpew6etwfz','Bo','bo','$argon2id$v=19$m=19456,t=2,p=1$DydnqHpE2j+mkSylz73AhA$8t2vfvygqyxCGgMdLwElsk7W6LkMFaje/Dkexd/5pqY',1794970386729);
CREATE TABLE passes (
    digest TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    created BIGINT NOT NULL,
    ends BIGINT NOT NULL
);
INSERT INTO passes VALUES('55c163cfb7c978ff549a0fa0b5d4bf82edd25734a14a07040c7abcc9b3738169','varc6d7hmi','session','?, ?',1794970386478,1802746386478);
INSERT INTO passes VALUES('019449b0084fa664d9c55198dab0885323b0a2ca7c57b15ba21292a5c86100d1','bpew6etwfz','session','?, ?',1794970386818,1802746386818);
CREATE TABLE played (
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (person, game)
);
INSERT INTO played VALUES('varc6d7hmi','t59dxtnc76',1794970386846);
INSERT INTO played VALUES('varc6d7hmi','tad4a79cz4',1794970386849);
INSERT INTO played VALUES('bpew6etwfz','tad4a79cz4',1794970386850);
INSERT INTO played VALUES('bpew6etwfz','nwy9byrrcc',1794970386859);
INSERT INTO played VALUES('varc6d7hmi','nwy9byrrcc',1794970386859);
CREATE TABLE rated (game TEXT PRIMARY KEY);
INSERT INTO rated VALUES('nwy9byrrcc');
CREATE TABLE results (
    person TEXT NOT NULL,
    variant TEXT NOT NULL,
    speed TEXT NOT NULL,
    number BIGINT NOT NULL,
    game TEXT NOT NULL,
    ended BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (person, variant, speed, number),
    UNIQUE (person, game)
);
INSERT INTO results VALUES('bpew6etwfz','russian','blitz',1,'tad4a79cz4',1794970386853,'loss',1337.7879985296544873,290.23050778223864654,0.059999675373087139884);
INSERT INTO results VALUES('varc6d7hmi','russian','blitz',1,'tad4a79cz4',1794970386853,'win',1662.2120014703455126,290.23050778223864654,0.059999675373087139884);
CREATE TABLE blocks (
    person TEXT NOT NULL,
    other TEXT NOT NULL,
    PRIMARY KEY (person, other)
);
CREATE TABLE gone (name TEXT PRIMARY KEY);
CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    made BIGINT NOT NULL,
    reporter TEXT NOT NULL,
    about TEXT NOT NULL,
    game TEXT,
    words TEXT NOT NULL
);
CREATE INDEX games_by_time ON games (updated);
CREATE INDEX games_open ON games (created) WHERE open;
CREATE INDEX games_due ON games (due) WHERE due IS NOT NULL;
CREATE INDEX games_going_on ON games (updated) WHERE ending IS NULL AND public;
CREATE INDEX passes_of_person ON passes (person);
CREATE INDEX played_lately ON played (person, since);
CREATE INDEX reports_by_time ON reports (made);
COMMIT;
PRAGMA user_version=3;
