<?php

// Packs plugins that the server is tried with: php -d phar.readonly=0 build.php DIRECTORY

declare(strict_types=1);

$example = __DIR__ . '/../../../../integrations/pocketmine/example/DuelCore.php';
$plugins = [
    'DuelCore' => ['plugin.yml' => __DIR__ . '/DuelCore.yml', 'src/DuelCore.php' => getenv('DUEL_CORE') ?: $example],
    'Lab' => ['plugin.yml' => __DIR__ . '/plugin.yml', 'src/Lab.php' => __DIR__ . '/src/Lab.php'],
];
foreach ($plugins as $name => $files) {
    $phar = new Phar("$argv[1]/$name.phar");
    foreach ($files as $inside => $path) {
        $phar->addFile($path, $inside);
    }
    $phar->setStub('<?php __HALT_COMPILER();');
}
